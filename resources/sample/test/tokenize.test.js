import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokenize } from '../src/tokenize.js'

test('numbers, operators and brackets become tokens', () => {
  assert.deepEqual(tokenize('1.5*(2)'), [
    { type: 'number', value: 1.5 },
    { type: 'operator', value: '*' },
    { type: 'bracket', value: '(' },
    { type: 'number', value: 2 },
    { type: 'bracket', value: ')' },
  ])
})

test('the power operator is one token', () => {
  assert.deepEqual(
    tokenize('2 ** 3').map((token) => token.value),
    [2, '**', 3],
  )
})

test('an unknown character is refused with its position', () => {
  assert.throws(() => tokenize('1 + $'), /Unexpected character '\$' at position 4/)
})
