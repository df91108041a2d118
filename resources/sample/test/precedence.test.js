import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluate } from '../src/evaluate.js'

test('powers go from right to left', () => {
  assert.equal(evaluate('2 ** 3 ** 2'), 512)
})

test('an exponent may have a sign', () => {
  assert.equal(evaluate('2 ** -1'), 0.5)
})

test('the power binds tighter than the sign', () => {
  assert.equal(evaluate('-2 ** 2'), -4)
})
