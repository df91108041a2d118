// The three pieces of work on the sample project that the tour hands to forks. The edits fit the files in
// resources/sample to the letter; a test keeps it so.
import type { Plan, PlannedCall, Seen } from './plan'
import { testSentence } from './results'

export type SampleTask = {
  /** Short, for the fork's card. */
  description: string
  directive: string
  /** Whether a text asks for this. */
  isAskedBy: (words: string) => boolean
  plan: Plan
}

const read = (path: string): PlannedCall => ({ name: 'read', input: { file_path: path } })
const bash = (command: string): PlannedCall => ({ name: 'bash', input: { command }, anyResult: true })
const edit = (path: string, oldString: string, newString: string): PlannedCall => ({
  name: 'edit',
  input: { file_path: path, old_string: oldString, new_string: newString },
})
const write = (path: string, content: string): PlannedCall => ({ name: 'write', input: { file_path: path, content } })

const tests = (seen: Seen): string =>
  testSentence(seen.last('bash', ({ command }) => /^(npm test|node --test)/.test(String(command)))?.result)

const precedence: SampleTask = {
  description: 'Fix the power operator',
  directive:
    'Fix the precedence of ** against the unary minus: -2 ** 2 must give -4. Change src/parse.js only, run the tests, and report what they say.',
  isAskedBy: (words) => /\bfix\b/i.test(words) && /precedence|unary minus/i.test(words),
  plan: {
    scope: 'The precedence of `**` against the unary minus.',
    keyFiles: ['src/parse.js', 'test/precedence.test.js'],
    changes: ['src/parse.js'],
    commitMessage: 'fix: the power binds tighter than the sign',
    steps: [
      {
        say: 'Reading the parser and the failing test in my own folder.',
        calls: [read('src/parse.js'), read('test/precedence.test.js')],
      },
      {
        think:
          'parseUnary takes only the next unary expression as its operand, so the sign binds tighter than the power. Its operand has to be everything that binds at least as tightly as **.',
        say: 'The sign must take a whole power as its operand.',
        calls: [
          edit(
            'src/parse.js',
            "      return { type: 'negate', operand: parseUnary() }",
            "      // The power binds tighter than the sign: -2 ** 2 is -(2 ** 2).\n      return { type: 'negate', operand: parseBinary(BINDING['**']) }",
          ),
        ],
      },
      { calls: [bash('npm test')] },
    ],
    conclude: (seen) =>
      `The operand of a sign is now parsed down to the binding of \`**\`, so \`-2 ** 2\` is -4. ${tests(seen)}`,
  },
}

const moduloTest = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluate } from '../src/evaluate.js'

test('the remainder binds like a division', () => {
  assert.equal(evaluate('7 % 4'), 3)
  assert.equal(evaluate('1 + 7 % 4'), 4)
  assert.equal(evaluate('20 % 7 * 2'), 12)
})
`

const modulo: SampleTask = {
  description: 'Add the % operator',
  directive:
    'Add a remainder operator % that binds like * and /, with a test of its own in test/modulo.test.js. Leave everything else as it is.',
  isAskedBy: (words) => /\badd\b/i.test(words) && /modulo|remainder|%/i.test(words),
  plan: {
    scope: 'A remainder operator `%`.',
    keyFiles: ['src/tokenize.js', 'src/parse.js', 'src/evaluate.js'],
    changes: ['src/tokenize.js', 'src/parse.js', 'src/evaluate.js', 'test/modulo.test.js'],
    commitMessage: 'feat: a remainder operator',
    steps: [
      {
        say: 'Reading the three stages in my own folder.',
        calls: [read('src/tokenize.js'), read('src/parse.js'), read('src/evaluate.js')],
      },
      {
        think: 'Each stage has one table of operators. The new one goes into each of them; it binds like a division.',
        say: 'One entry in each of the three tables.',
        calls: [
          edit(
            'src/tokenize.js',
            "const OPERATORS = ['**', '+', '-', '*', '/']",
            "const OPERATORS = ['**', '+', '-', '*', '/', '%']",
          ),
          edit('src/parse.js', "'/': 2, '**': 3 }", "'/': 2, '%': 2, '**': 3 }"),
          edit('src/evaluate.js', "  '/': (a, b) => a / b,\n", "  '/': (a, b) => a / b,\n  '%': (a, b) => a % b,\n"),
        ],
      },
      { calls: [write('test/modulo.test.js', moduloTest)] },
      { calls: [bash('node --test test/modulo.test.js test/evaluate.test.js')] },
    ],
    conclude: (seen) => `\`%\` is tokenized, binds like \`*\` and \`/\`, and is computed. ${tests(seen)}`,
  },
}

const grammarText = `# The grammar of abacus

From loose to tight; each level may contain the next.

\`\`\`
expression = term { ("+" | "-") term }        left to right
term       = power { ("*" | "/") power }      left to right
power      = unary [ "**" power ]             right to left
unary      = "-" unary | primary
primary    = number | "(" expression ")"
number     = digits [ "." digits ]
\`\`\`

This is what \`src/parse.js\` does today. By mathematical convention \`unary\` would stand above \`power\`, so that
\`-2 ** 2\` is -4; see the known problems in the README.
`

const grammar: SampleTask = {
  description: 'Write docs/grammar.md',
  directive:
    'Write docs/grammar.md: the grammar that src/parse.js accepts, as it is today, from the loosest to the tightest operator.',
  isAskedBy: (words) => /\b(write|document|describe)\b/i.test(words) && /grammar/i.test(words),
  plan: {
    scope: 'A description of the grammar in `docs/grammar.md`.',
    keyFiles: ['src/parse.js'],
    changes: ['docs/grammar.md'],
    commitMessage: 'docs: the grammar is written down',
    steps: [
      {
        say: 'Reading the parser again: the grammar must be what it does, not what it should do.',
        calls: [read('src/parse.js'), read('src/tokenize.js')],
      },
      { calls: [write('docs/grammar.md', grammarText)] },
      { calls: [bash('wc -l docs/grammar.md')] },
    ],
    conclude: () =>
      'The grammar is written down in six rules, with a note on where it departs from mathematical convention.',
  },
}

/** In the order in which the tour starts them. */
export const sampleTasks: readonly SampleTask[] = [precedence, modulo, grammar]
