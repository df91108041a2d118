import { expect, test } from 'vitest'
import { Turnstile } from './turnstile'

test('whoever comes alone passes in the same turn of the loop, also after others', async () => {
  const turnstile = new Turnstile()
  await Promise.all([turnstile.pass(), turnstile.pass()])
  await new Promise((resolve) => setImmediate(resolve))
  let turned = false
  setImmediate(() => {
    turned = true
  })
  await turnstile.pass()
  expect(turned).toBe(false)
})

test('those who come at once pass in their order, and the event loop turns between any two', async () => {
  const turnstile = new Turnstile()
  const seen: string[] = []
  let turning = true
  const turn = () => {
    if (seen.at(-1) !== 'turn') seen.push('turn')
    if (turning) setImmediate(turn)
  }
  setImmediate(turn)
  await Promise.all(['a', 'b', 'c'].map((name) => turnstile.pass().then(() => seen.push(name))))
  turning = false
  expect(seen.filter((name) => name !== 'turn')).toEqual(['a', 'b', 'c'])
  expect(seen.join(' ')).toMatch(/a turn b turn c/)
})
