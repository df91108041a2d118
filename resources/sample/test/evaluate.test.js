import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluate } from '../src/evaluate.js'

test('multiplication binds tighter than addition', () => {
  assert.equal(evaluate('2 + 3 * 4'), 14)
})

test('brackets come first', () => {
  assert.equal(evaluate('(2 + 3) * 4'), 20)
})

test('subtraction and division go from left to right', () => {
  assert.equal(evaluate('10 - 4 - 3'), 3)
  assert.equal(evaluate('16 / 4 / 2'), 2)
})

test('a sign may stand before a number or a bracket', () => {
  assert.equal(evaluate('-3 + 5'), 2)
  assert.equal(evaluate('-(1 + 2)'), -3)
})

test('what is no expression is refused', () => {
  assert.throws(() => evaluate('2 +'), SyntaxError)
  assert.throws(() => evaluate('(2'), SyntaxError)
  assert.throws(() => evaluate('2 3'), SyntaxError)
})
