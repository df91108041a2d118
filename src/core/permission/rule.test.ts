import { describe, expect, test } from 'vitest'
import { parseRule } from './rule'

const read = (text: string) => parseRule(text, 'allow', 'session', 'a test')

describe('a rule names a tool of the ecosystem or of ours, and holds for its family', () => {
  test.each([
    ['Read', ['read', 'glob', 'grep']],
    ['Edit', ['write', 'edit']],
    ['Write', ['write', 'edit']],
    ['MultiEdit', ['write', 'edit']],
    ['NotebookEdit', ['write', 'edit']],
    ['LS', ['glob']],
    ['Grep', ['grep']],
    ['Bash', ['bash']],
    ['bash', ['bash']],
    ['Task', ['Agent']],
    ['mcp__github', ['mcp__github', 'mcp__github__*']],
    ['mcp__github__get_issue', ['mcp__github__get_issue']],
    ['mcp__github__*', ['mcp__github__*']],
    [' Edit ', ['write', 'edit']],
  ])('%s', (text, tools) => {
    expect(read(text)).toMatchObject({ ok: true, rule: { tools, pattern: { kind: 'any' } } })
  })
})

describe('a pattern is read as its tool needs it', () => {
  test.each([
    ['Bash(npm run test:*)', 'command'],
    ['Bash(git status)', 'command'],
    ['Bash(echo "a)b")', 'command'],
    ['Bash(*)', 'any'],
    ['Bash(:*)', 'any'],
    ['Edit(src/**)', 'path'],
    ['Edit(src/(group)/page.tsx)', 'path'],
    ['Read(~/.ssh/**)', 'path'],
    ['Read(//etc/**)', 'path'],
    ['Grep(src)', 'path'],
    ['WebFetch(domain:example.org)', 'domain'],
    ['WebFetch(domain:*.example.org)', 'domain'],
    ['WebFetch(domain:my_host.example.org)', 'domain'],
    ['WebFetch(domain:*)', 'any'],
    ['Agent(explore)', 'name'],
    ['Skill(audit:*)', 'name'],
    ['Read(*)', 'any'],
  ])('%s is a %s pattern', (text, kind) => {
    expect(read(text)).toMatchObject({ ok: true, rule: { pattern: { kind } } })
  })
})

describe('what is no rule says why', () => {
  test.each([
    ['', 'The rule is empty.'],
    ['Bash(npm *', 'The rule lacks its closing bracket.'],
    ['Bash npm)', 'The rule lacks its opening bracket.'],
    ['(npm)', 'The rule does not name a tool.'],
    ['npm test', 'The rule does not name a tool.'],
    ['Bash(npm) x', 'The rule goes on after its closing bracket.'],
    ['Bash()', 'The rule has nothing between its brackets.'],
    ['Bash( )', 'The rule has nothing between its brackets.'],
    ["Bash(echo 'x)", 'The rule lacks a closing quote.'],
    ['Frobnicate', 'Tine has no tool named “Frobnicate”.'],
    ['WebSearch', 'Tine has no tool named “WebSearch”.'],
    ['Read*', 'Tine has no tool named “Read*”.'],
    ['constructor', 'Tine has no tool named “constructor”.'],
    ['Edit(!src/**)', 'A pattern of a rule cannot be negated.'],
    ['Edit(a/../b)', 'A pattern of a rule can go up (“..”) only at its beginning.'],
    ['WebFetch(example.org)', 'A rule for WebFetch is written as WebFetch(domain:example.org).'],
    ['TodoWrite(x)', 'Tine knows no pattern for the tool “TodoWrite”.'],
    ['mcp__a__b(x)', 'Tine knows no pattern for the tool “mcp__a__b”.'],
  ])('%j', (text, reason) => {
    expect(read(text)).toEqual({ ok: false, reason })
  })
})

test.each([
  'domain:',
  'domain:*.*.org',
  'domain:a b',
  'domain:https://a.b',
  'domain:a.b/c',
  'domain:a.b:80',
  'domain:x@y',
])('WebFetch(%s) names no host', (body) => {
  expect(parseRule(`WebFetch(${body})`, 'allow', 'session', '')).toEqual({
    ok: false,
    reason: 'A rule for WebFetch is written as WebFetch(domain:example.org).',
  })
})
