// What the parser promises of any text: a bounded answer, and never a word it did not understand.
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { eachCommand, type ShellAnalysis } from '../../../core/permission/shell-analysis'
import { createShellParser, type ShellParser } from './create-shell-parser'

let parser: ShellParser
beforeAll(async () => {
  parser = await createShellParser()
})

/** The words of every command, those inside others indented by a wrapper's sign. */
function words(analysis: ShellAnalysis): string[] {
  return [...eachCommand(analysis.commands)].map(({ argv }) => argv.map(({ text }) => text).join('|'))
}

test.each([
  ['ls -la "a b" \'c d\' e\\ f', ['ls|-la|a b|c d|e f']],
  ["a\"b\"'c'd $'e f'", ['abcd|e f']],
  ['echo "a\\"b\\$c\\d"', ['echo|a"b$c\\d']],
  ['a 2>f 1 | b |& c', ['a|1', 'b', 'c']],
  ['a > f b c', ['a|b|c']],
  ['! a; { b; } && (c)', ['a', 'b', 'c']],
  ['if a; then b; elif c; then d; else e; fi', ['a', 'b', 'c', 'd', 'e']],
  ['while a; do b; done; for x in 1; do c; done; until d; do e; done', ['a', 'b', 'c', 'd', 'e']],
  ['case x in y) a;; *) b;; esac', ['a', 'b']],
  ['f() { a; }; function g { b; }', ['a', 'b']],
  ['a $(b `c`) <(d)', ['c', 'b|`c`', 'd', 'a|$(b `c`)|<(d)']],
  ["a <<'E' && b\n$(c)\nE\nd", ['a', 'b', 'd']],
  ['export A=1 B; unset C', ['export|A=1|B', 'unset|C']],
  ['[ -f a ] && [[ $b == c ]]', ['[|-f|a|]', '[[|$b|==|c|]]']],
  [
    "env A=1 timeout 5 bash -c 'a && b'",
    ['env|A=1|timeout|5|bash|-c|a && b', 'timeout|5|bash|-c|a && b', 'bash|-c|a && b', 'a', 'b'],
  ],
])('%j', (source, expected) => {
  const analysis = parser.parse(source)
  expect(analysis.unknown).toBeNull()
  expect(words(analysis)).toEqual(expected)
})

test('redirections are told apart: files written, files read, copies of descriptors', () => {
  const { redirections } = parser.parse('a <in >out 2>>log 3>&1 >/dev/null &>all')
  const shown = redirections.map(
    ({ target, toFile, fromFile }) => `${target.text}${toFile ? ' w' : ''}${fromFile ? ' r' : ''}`,
  )
  expect(shown).toEqual(['in r', 'out w', 'log w', '/dev/null', '/dev/null', 'all w'])
})

test('words that are only known when the line runs are marked', () => {
  const kinds = parser.parse('a $b "$c" d{e,f} g* ~h ~/i {} j@{0} "k*" \\*l').commands[0]?.argv.map(({ kind }) => kind)
  const [literal, dynamic, glob] = ['literal', 'dynamic', 'glob']
  expect(kinds).toEqual([
    literal,
    dynamic,
    dynamic,
    dynamic,
    glob,
    dynamic,
    literal,
    literal,
    literal,
    literal,
    literal,
  ])
})

describe('what is too much is not understood, within a second or two', () => {
  const million = 1_000_000
  test.each([
    ['one word', 'a'.repeat(million)],
    ['many words', 'a '.repeat(million / 2)],
    ['many commands', 'a;'.repeat(30_000)],
    ['many quotes', '"a'.repeat(30_000)],
    ['many substitutions', '$('.repeat(10_000)],
    ['many brackets', '('.repeat(10_000)],
    ['many braces', '{ '.repeat(10_000)],
    ['many backticks', '`'.repeat(10_000)],
    ['many documents', '<<E '.repeat(5_000)],
    ['many launchers', 'sudo '.repeat(10_000)],
    ['many wrappers', 'env '.repeat(10_000)],
    ['many finds', 'find -exec '.repeat(5_000)],
    ['many redirections', '>a '.repeat(10_000)],
    ['deep substitutions', `${'a $('.repeat(5_000)}b${')'.repeat(5_000)}`],
    ['deep strings', `${'a "$('.repeat(3_000)}b${')"'.repeat(3_000)}`],
    ['deep blocks', `${'{ '.repeat(5_000)}a;${'};'.repeat(5_000)}`],
    ['deep conditions', `${'if a; then '.repeat(2_000)}b;${'fi;'.repeat(2_000)}`],
    ['deep tests', `[[ ${'! '.repeat(9_000)}a ]]`],
    ['a long chain', `${'a && '.repeat(12_000)}b`],
    ['a long pipe', `${'a | '.repeat(12_000)}b`],
    ['scripts in scripts', nested(8)],
  ])('%s', (_, source) => {
    const start = performance.now()
    parser.parse(source)
    // Generous: the machine may be busy. Without bounds these take minutes, or the stack.
    expect(performance.now() - start).toBeLessThan(10_000)
  })

  test('a long line says so', () => {
    expect(parser.parse('a'.repeat(million)).unknown).toBe('it is too long')
    expect(parser.parse(nested(8)).unknown).not.toBeNull()
  })
})

function nested(depth: number): string {
  return depth === 0 ? 'ls' : `bash -c ${JSON.stringify(nested(depth - 1))}`
}

test('no text makes it throw, and the same text gives the same answer', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      expect(parser.parse(text)).toEqual(parser.parse(text))
    }),
    { numRuns: 300 },
  )
})
