import { expect, test } from 'vitest'
import { coloursOf } from './colours-of'

test('colours stay, and whatever else a terminal would obey goes', () => {
  expect(coloursOf('\u001b[2J\u001b[32mok\u001b[0m \u001b]0;title\u0007done')).toBe('\u001b[32mok\u001b[0m done')
})

test('output without colours has none to keep', () => {
  expect(coloursOf('plain\n')).toBeNull()
  expect(coloursOf('\u001b[2Jcleared')).toBeNull()
})

test('of long output the last whole lines are kept', () => {
  const kept = coloursOf(`\u001b[31mfirst\u001b[0m\n${'line\n'.repeat(3000)}\u001b[32mlast\u001b[0m`)
  expect(kept?.length).toBeLessThanOrEqual(8_000)
  expect(kept?.startsWith('line\n')).toBe(true)
  expect(kept?.endsWith('\u001b[32mlast\u001b[0m')).toBe(true)
})
