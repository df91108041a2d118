// What holds for every line, rule and mode.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDestruction } from '../../../core/permission/destructive-commands'
import type { PermissionContext } from '../../../core/permission/permission-call'
import { whyNotReadOnly } from '../../../core/permission/read-only-commands'
import { type Bench, createBench } from './judge-line.fixture'

let bench: Bench
beforeAll(async () => {
  bench = await createBench()
})
afterAll(() => bench.remove())

const words = fc.constantFrom(
  ...[
    'ls',
    'cat',
    'git',
    'status',
    'push',
    '--force',
    'npm',
    'test',
    'rm',
    '-rf',
    'src/a.ts',
    '../secret.txt',
    '.env',
    '*.ts',
  ],
  ...[
    '$x',
    '"$x"',
    '$(npm test)',
    '`rm x`',
    '> out.txt',
    '< .env',
    '2>&1',
    "'a b'",
    'A=1',
    'env',
    'sudo',
    'xargs',
    '.git/x',
  ],
  ...['\u0024{x:-y}', '$((1+1))', '{a,b}', '\\\n', '\r', '~', "bash -c 'npm test'", '<(ls)'],
)
const simple = fc.array(words, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(' '))
const line = fc
  .array(fc.tuple(simple, fc.constantFrom(' && ', '; ', ' | ', '\n', ' & ', ' || ')), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.map(([command, joint], i) => (i === parts.length - 1 ? command : command + joint)).join(''))

const ruleText = fc.constantFrom(
  ...[
    'Bash',
    'Bash(npm test:*)',
    'Bash(git:*)',
    'Bash(git push:*)',
    'Bash(rm:*)',
    'Bash(rm -rf src/a.ts)',
    'Bash(ls *)',
  ],
  ...[
    'Bash(env:*)',
    'Bash(sudo:*)',
    'Bash(xargs:*)',
    'Read',
    'Read(.env)',
    'Read(~/**)',
    'Edit',
    'Edit(out.txt)',
    'Edit(**)',
  ],
)
const origin = fc.constantFrom('thread', 'session', 'project', 'project-files', 'home-files', 'preapproval')
const rule = (effect: string) => fc.tuple(origin, ruleText).map(([from, text]) => `${from} ${effect} ${text}`)
const rules = fc.array(fc.oneof(rule('allow'), rule('ask'), rule('deny')), { maxLength: 5 })
const context = fc.record({
  mode: fc.constantFrom('default', 'acceptEdits', 'plan', 'bypassPermissions'),
  isolation: fc.constantFrom('none', 'worktree', 'readonly'),
  trusted: fc.boolean(),
  audience: fc.constantFrom('person', 'nobody'),
}) satisfies fc.Arbitrary<Partial<PermissionContext>>

const STRENGTH = { allow: 0, ask: 1, deny: 2 }

function holds(property: Parameters<typeof fc.assert>[0]): Promise<void> {
  return Promise.resolve(fc.assert(property, { numRuns: 400, interruptAfterTimeLimit: 8_000 }))
}

test('a call that a deny rule denies is denied with any further rules, in any mode', async () => {
  await holds(
    fc.asyncProperty(line, rules, rule('deny'), context, context, async (command, others, deny, one, other) => {
      const alone = await bench.judge(command, {
        ...one,
        mode: 'default',
        isolation: 'none',
        audience: 'person',
        rules: [deny],
      })
      fc.pre(alone.decision === 'deny')
      const verdict = await bench.judge(command, { ...other, rules: [...others, deny] })
      expect(verdict.decision).toBe('deny')
    }),
  )
})

test('a further allow rule never turns a denial into anything else', async () => {
  await holds(
    fc.asyncProperty(line, rules, rule('allow'), context, async (command, others, allow, given) => {
      const before = await bench.judge(command, { ...given, audience: 'person', rules: others })
      fc.pre(before.decision === 'deny')
      const after = await bench.judge(command, { ...given, audience: 'person', rules: [...others, allow] })
      expect(after.decision).toBe('deny')
    }),
  )
})

test('a further deny or ask rule never loosens a verdict', async () => {
  await holds(
    fc.asyncProperty(
      line,
      rules,
      fc.oneof(rule('deny'), rule('ask')),
      context,
      async (command, others, more, given) => {
        const before = await bench.judge(command, { ...given, rules: others })
        const after = await bench.judge(command, { ...given, rules: [...others, more] })
        expect(STRENGTH[after.decision]).toBeGreaterThanOrEqual(STRENGTH[before.decision])
      },
    ),
  )
})

test('a restricted project is never allowed more than a trusted one', async () => {
  await holds(
    fc.asyncProperty(line, rules, context, async (command, given, where) => {
      const trusted = await bench.judge(command, { ...where, trusted: true, rules: given })
      const restricted = await bench.judge(command, { ...where, trusted: false, rules: given })
      expect(STRENGTH[restricted.decision]).toBeGreaterThanOrEqual(STRENGTH[trusted.decision])
    }),
  )
})

test('what is not fully understood, substitutes or writes is never known to only read', async () => {
  await holds(
    fc.property(line, (command) => {
      const shell = bench.parser.parse(command)
      const doubtful = shell.unknown !== null || shell.substitution || shell.redirections.some(({ toFile }) => toFile)
      fc.pre(doubtful)
      expect(whyNotReadOnly(shell, { folder: bench.folder, git: true })).not.toBeNull()
    }),
  )
})

test('nothing destructive is known to only read, nor allowed by a rule with a pattern', async () => {
  const patterns = [
    'allow Bash',
    'session allow Bash',
    'thread allow Bash(rm:*)',
    'session allow Bash(git:*)',
    'allow Edit(**)',
  ]
  await holds(
    fc.asyncProperty(line, async (command) => {
      const shell = bench.parser.parse(command)
      fc.pre(findDestruction(shell).length > 0)
      expect(whyNotReadOnly(shell, { folder: bench.folder, git: true })).not.toBeNull()
      expect((await bench.judge(command, { rules: patterns })).decision).toBe('ask')
    }),
  )
})

test('the rules an answer adds settle the same question, once given', async () => {
  await holds(
    fc.asyncProperty(line, async (command) => {
      const asked = await bench.judge(command)
      fc.pre(asked.decision === 'ask' && asked.offers.session !== '')
      const given = asked.offers.session.split(/ and (?=[A-Z])/).map((text) => `session allow ${text}`)
      const verdict = await bench.judge(command, { rules: given })
      expect(verdict.decision, `${asked.offers.session}: ${verdict.text}`).toBe('allow')
    }),
  )
})
