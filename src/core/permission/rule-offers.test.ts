import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commandRule, joinRules, parseOffer } from './rule-offers'
import { dynamic, literal, type SimpleCommand } from './shell-analysis'

const command = (...words: string[]): SimpleCommand => ({ argv: words.map(literal), assignments: [], wrapped: null })

describe('the rule offered for a command says what it does and leaves the rest open', () => {
  test.each([
    [['npm', 'test'], 'Bash(npm test:*)'],
    [['npm', 'run', 'build', '--', '-x'], 'Bash(npm run build:*)'],
    [['npm', 'install', '--save-dev', 'peggy@4.1.0'], 'Bash(npm install --save-dev peggy@4.1.0:*)'],
    [['npx', 'peggy', '--format', 'es'], 'Bash(npx peggy:*)'],
    [['git', 'commit', '-m', 'a b'], 'Bash(git commit:*)'],
    [['git', 'push', 'origin', 'main'], 'Bash(git push origin main:*)'],
    [['cargo', 'test', '--all'], 'Bash(cargo test:*)'],
    [['make'], 'Bash(make:*)'],
    [['make', '-j4'], 'Bash(make:*)'],
    [['python', 'x.py', 'y'], 'Bash(python x.py:*)'],
    [['docker', 'ps'], 'Bash(docker ps)'],
    [['curl', 'https://a.b/?c=d'], "Bash(curl 'https://a.b/?c=d')"],
    [['rm', 'a'], 'Bash(rm a)'],
    [['python', '-c', 'print(1)'], "Bash(python -c 'print(1)')"],
    [['bash', '-x', 'y.sh'], 'Bash(bash -x y.sh)'],
    [['git', '-C', '..', 'log'], 'Bash(git -C .. log)'],
  ])('%j', (words, rule) => {
    expect(commandRule(command(...words), false)).toBe(rule)
  })

  test('what is not known cannot be part of a rule', () => {
    expect(commandRule({ ...command('rm'), argv: [literal('rm'), dynamic('$x')] }, false)).toBeNull()
    expect(commandRule({ ...command('$x'), argv: [dynamic('$x')] }, false)).toBeNull()
    expect(
      commandRule({ ...command('npm', 'test'), argv: [literal('npm'), literal('test'), dynamic('$x')] }, false),
    ).toBe('Bash(npm test:*)')
    expect(commandRule({ ...command('a'), assignments: [{ name: 'A', value: literal('b') }] }, false)).toBeNull()
  })
})

describe('several rules are one text and come apart again', () => {
  test.each([
    ['', []],
    ['Bash(npm test:*)', ['Bash(npm test:*)']],
    ['Read', ['Read']],
    ['Edit(src/(group)/page.tsx)', ['Edit(src/(group)/page.tsx)']],
    ['Bash(a:*) and Bash(b:*) and Edit(x and y)', ['Bash(a:*)', 'Bash(b:*)', 'Edit(x and y)']],
    ["Bash(echo ') and Bash(rm:*)')", ["Bash(echo ') and Bash(rm:*)')"]],
    ['mcp__a__b and WebFetch(domain:x.y)', ['mcp__a__b', 'WebFetch(domain:x.y)']],
  ])('%j', (text, rules) => {
    expect(parseOffer(text)).toEqual(rules)
  })

  test('whatever words a command has: its rule is read back as one rule', () => {
    const words = fc.array(fc.oneof(fc.string(), fc.constantFrom(') and Bash(rm', "'", '"', '\\', ':*', '*')), {
      minLength: 1,
      maxLength: 5,
    })
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 4 }), fc.boolean(), (lines, exact) => {
        const rules = lines.flatMap((line) => commandRule(command(...line), exact) ?? [])
        expect(parseOffer(joinRules(rules))).toEqual([...new Set(rules)])
      }),
    )
  })
})
