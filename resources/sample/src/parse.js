// Builds a tree from tokens, by precedence climbing.
import { tokenize } from './tokenize.js'

// How tightly an operator binds: a higher number binds tighter.
const BINDING = { '+': 1, '-': 1, '*': 2, '/': 2, '**': 3 }

const RIGHT_TO_LEFT = new Set(['**'])

/** Returns a tree of { type: 'number' }, { type: 'negate' } and { type: 'binary' } nodes. */
export function parse(text) {
  const tokens = tokenize(text)
  let at = 0

  const peek = () => tokens[at]
  const isNext = (value) => peek() !== undefined && peek().value === value

  function parseBinary(minimum) {
    let left = parseUnary()
    while (peek()?.type === 'operator' && BINDING[peek().value] >= minimum) {
      const operator = tokens[at++].value
      const binding = BINDING[operator]
      const right = parseBinary(RIGHT_TO_LEFT.has(operator) ? binding : binding + 1)
      left = { type: 'binary', operator, left, right }
    }
    return left
  }

  function parseUnary() {
    if (isNext('-')) {
      at += 1
      return { type: 'negate', operand: parseUnary() }
    }
    return parsePrimary()
  }

  function parsePrimary() {
    const token = tokens[at++]
    if (token === undefined) throw new SyntaxError('Unexpected end of the expression')
    if (token.type === 'number') return { type: 'number', value: token.value }
    if (token.value === '(') {
      const inside = parseBinary(1)
      if (!isNext(')')) throw new SyntaxError("Expected ')'")
      at += 1
      return inside
    }
    throw new SyntaxError(`Unexpected '${token.value}'`)
  }

  const tree = parseBinary(1)
  if (at < tokens.length) throw new SyntaxError(`Unexpected '${peek().value}'`)
  return tree
}
