// Splits the text of an expression into tokens.

// Longer operators come first, so that `**` is not read as two times `*`.
const OPERATORS = ['**', '+', '-', '*', '/']

/** Returns tokens like { type: 'number', value: 2 } or { type: 'operator', value: '+' }. */
export function tokenize(text) {
  const tokens = []
  let at = 0
  while (at < text.length) {
    const rest = text.slice(at)
    const space = rest.match(/^\s+/)
    if (space) {
      at += space[0].length
      continue
    }
    const number = rest.match(/^\d+(\.\d+)?/)
    if (number) {
      tokens.push({ type: 'number', value: Number(number[0]) })
      at += number[0].length
      continue
    }
    if (rest[0] === '(' || rest[0] === ')') {
      tokens.push({ type: 'bracket', value: rest[0] })
      at += 1
      continue
    }
    const operator = OPERATORS.find((each) => rest.startsWith(each))
    if (operator === undefined) {
      throw new SyntaxError(`Unexpected character '${rest[0]}' at position ${at}`)
    }
    tokens.push({ type: 'operator', value: operator })
    at += operator.length
  }
  return tokens
}
