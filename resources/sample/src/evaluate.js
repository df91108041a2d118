// Computes the tree that parse.js builds.
import { parse } from './parse.js'

const OPERATIONS = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '**': (a, b) => a ** b,
}

/** The value of an expression. Throws a SyntaxError where the text is not one. */
export function evaluate(text) {
  return valueOf(parse(text))
}

function valueOf(node) {
  switch (node.type) {
    case 'number':
      return node.value
    case 'negate':
      return -valueOf(node.operand)
    case 'binary':
      return OPERATIONS[node.operator](valueOf(node.left), valueOf(node.right))
    default:
      throw new TypeError(`Unknown node '${node.type}'`)
  }
}
