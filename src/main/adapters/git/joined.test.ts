import { expect, test } from 'vitest'
import { Joined } from './joined'

/** Work that ends when it is told to, and counts how often it began. */
function work() {
  const open: ((value: number) => void)[] = []
  return {
    begun: () => open.length,
    end: (n: number) => open[n]?.(n),
    run: () => new Promise<number>((r) => open.push(r)),
  }
}
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('all who ask before it has begun share one piece of work', async () => {
  const joined = new Joined<number>()
  const { run, begun, end } = work()
  const asked = Promise.all(Array.from({ length: 10 }, () => joined.join('a', run)))
  await turn()
  expect(begun()).toBe(1)
  end(0)
  expect(new Set(await asked)).toEqual(new Set([0]))
})

test('who asks while it runs gets a later one, after it, together with all others who came too late', async () => {
  const joined = new Joined<number>()
  const { run, begun, end } = work()
  const first = joined.join('a', run)
  await turn()
  const late = [joined.join('a', run), joined.join('a', run)]
  await turn()
  expect(begun()).toBe(1)
  end(0)
  await first
  await turn()
  expect(begun()).toBe(2)
  end(1)
  expect(await Promise.all(late)).toEqual([1, 1])
})

test('a failure is that of those who shared it; the next begins anew, and other keys never wait', async () => {
  const joined = new Joined<number>()
  const fails = () => Promise.reject(new Error('no'))
  const asked = [joined.join('a', fails), joined.join('a', fails)]
  const { run, end } = work()
  const other = joined.join('b', run)
  for (const one of asked) await expect(one).rejects.toThrow('no')
  const next = joined.join('a', async () => 7)
  expect(await next).toBe(7)
  end(0)
  expect(await other).toBe(0)
})
