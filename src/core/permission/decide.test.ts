// Calls of tools other than the shell: files, tool servers, the web, and tools that touch nothing.
import { describe, expect, test } from 'vitest'
import { decide } from './decide'
import type { PathUse, PermissionCall, PermissionContext } from './permission-call'
import { parseRule, type Rule, type RuleOrigin } from './rule'
import { parseOffer } from './rule-offers'

const FOLDER = '/home/me/project'

function rule(text: string): Rule {
  const [, origin = 'project-files', effect = '', body = ''] = /^(?:(\S+) )?(allow|ask|deny) (.*)$/.exec(text) ?? []
  const parsed = parseRule(body, effect as Rule['effect'], origin as RuleOrigin, 'a test')
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.rule
}

type Given = Partial<Omit<PermissionContext, 'rules'>> & { rules?: string[] }

function judge(tool: string, path: string | null, { rules = [], ...given }: Given = {}, input: unknown = {}) {
  const write = tool === 'write' || tool === 'edit'
  const real = path?.startsWith('/') ? path : `${FOLDER}/${path}`
  const use: PathUse = { given: path ?? '', real, inside: real.startsWith(`${FOLDER}/`), write }
  const call: PermissionCall = {
    tool,
    input,
    folder: FOLDER,
    addedFolders: [],
    shell: null,
    paths: path === null ? [] : [use],
  }
  return decide(call, {
    mode: 'default',
    isolation: 'none',
    trusted: true,
    audience: 'person',
    home: '/home/me',
    dataDir: '/home/me/.tine',
    ...given,
    rules: rules.map(rule),
  })
}

const decision = (tool: string, path: string | null, given: Given = {}, input: unknown = {}) =>
  judge(tool, path, given, input).decision

describe('where only pre-approved rules allow', () => {
  const island = (...rules: string[]): Given => ({ preapprovedOnly: true, audience: 'nobody', rules })

  test('what they name runs, and nothing else, whatever else would allow it', () => {
    const given = island('preapproval allow Read(src/**)', 'session allow Edit', 'home-files allow Read')
    expect(decision('read', 'src/a.ts', given)).toBe('allow')
    expect(decision('read', 'README.md', given)).toBe('deny')
    expect(decision('edit', 'src/a.ts', given)).toBe('deny')
    expect(decision('TodoWrite', null, given)).toBe('allow')
    expect(judge('read', 'README.md', given).text).toMatch(/allowed-tools.*Nobody can be asked/)
  })

  test('rules that deny or ask, and guards, hold against them', () => {
    const rules = ['preapproval allow Read', 'preapproval allow Edit']
    expect(decision('read', 'src/a.ts', island(...rules, 'deny Read(src/**)'))).toBe('deny')
    expect(decision('read', 'src/a.ts', island(...rules, 'ask Read(src/**)'))).toBe('deny')
    expect(decision('edit', '.claude/settings.json', island(...rules))).toBe('deny')
    expect(decision('edit', 'src/a.ts', { ...island(...rules), isolation: 'readonly' })).toBe('deny')
  })
})

describe('every mode has its own freedom', () => {
  test.each([
    ['read', 'src/a.ts', 'allow', 'allow', 'allow', 'allow'],
    ['glob', 'src', 'allow', 'allow', 'allow', 'allow'],
    ['grep', null, 'allow', 'allow', 'allow', 'allow'],
    ['read', '/etc/passwd', 'ask', 'ask', 'ask', 'allow'],
    ['write', 'src/a.ts', 'ask', 'allow', 'deny', 'allow'],
    ['edit', 'src/a.ts', 'ask', 'allow', 'deny', 'allow'],
    ['edit', '/etc/passwd', 'ask', 'ask', 'deny', 'allow'],
    ['edit', '.claude/settings.json', 'ask', 'ask', 'deny', 'allow'],
    ['write', '.mcp.json', 'ask', 'ask', 'deny', 'allow'],
    ['write', 'sub/.git/config', 'ask', 'ask', 'deny', 'allow'],
    ['write', '/home/me/.zshrc', 'ask', 'ask', 'deny', 'allow'],
    ['write', '/home/me/.tine/tine.db', 'ask', 'ask', 'deny', 'allow'],
    ['mcp__github__create', null, 'ask', 'ask', 'ask', 'allow'],
    ['WebFetch', null, 'ask', 'ask', 'ask', 'allow'],
    ['Skill', null, 'allow', 'allow', 'allow', 'allow'],
    ['TodoWrite', null, 'allow', 'allow', 'allow', 'allow'],
    ['Agent', null, 'allow', 'allow', 'allow', 'allow'],
    ['SendMessage', null, 'allow', 'allow', 'allow', 'allow'],
    ['TaskStop', null, 'allow', 'allow', 'allow', 'allow'],
  ] as const)('%s %s: default %s, acceptEdits %s, plan %s, bypass %s', (tool, path, ...expected) => {
    const modes = ['default', 'acceptEdits', 'plan', 'bypassPermissions'] as const
    expect(modes.map((mode) => decision(tool, path, { mode }))).toEqual(expected)
    const denied = expected.map((each) => (each === 'ask' ? 'deny' : each))
    expect(modes.map((mode) => decision(tool, path, { mode, audience: 'nobody' }))).toEqual(denied)
  })

  test('a read-only thread changes nothing in any mode, and what a tool server does is asked', () => {
    for (const mode of ['default', 'acceptEdits', 'bypassPermissions'] as const) {
      const given = { mode, isolation: 'readonly', rules: ['thread allow Edit'] } as const
      expect(decision('edit', 'src/a.ts', { ...given, rules: [...given.rules] })).toBe('deny')
      expect(decision('read', 'src/a.ts', { mode, isolation: 'readonly' })).toBe('allow')
      expect(decision('mcp__a__b', null, { mode, isolation: 'readonly' })).toBe('ask')
    }
  })
})

describe('rules about files', () => {
  test('allow what they name by its real place', () => {
    expect(decision('edit', 'src/a.ts', { rules: ['allow Edit(src/**)'] })).toBe('allow')
    expect(decision('write', 'src/a.ts', { rules: ['allow Edit(src/**)'] })).toBe('allow')
    expect(decision('edit', 'docs/a.md', { rules: ['allow Edit(src/**)'] })).toBe('ask')
    expect(decision('read', '/etc/hosts', { rules: ['allow Read(//etc/**)'] })).toBe('allow')
    expect(decision('read', '/home/me/notes', { rules: ['allow Read(~/notes)'] })).toBe('allow')
    expect(decision('edit', '/home/me/notes', { rules: ['allow Read(~/notes)'] })).toBe('ask')
  })

  test('deny before everything', () => {
    const rules = ['deny Edit(src/**)', 'session allow Edit', 'thread allow Edit(src/a.ts)']
    for (const mode of ['default', 'acceptEdits', 'bypassPermissions'] as const) {
      const verdict = judge('edit', 'src/a.ts', { mode, rules })
      expect([verdict.decision, verdict.rule]).toEqual(['deny', 'Edit(src/**)'])
      expect(verdict.text).toBe('The rule Edit(src/**) (a test) denies it.')
    }
    expect(decision('grep', 'secrets', { rules: ['deny Read(secrets/**)'] })).toBe('deny')
    expect(decision('TodoWrite', null, { rules: ['deny TodoWrite'] })).toBe('deny')
  })

  test('ask until a person answers them for thread, session or project', () => {
    const ask = 'ask Edit(package.json)'
    const verdict = judge('edit', 'package.json', { mode: 'acceptEdits', rules: [ask] })
    expect(verdict).toMatchObject({ decision: 'ask', rule: 'Edit(package.json)', source: 'a test' })
    expect(verdict.offers.project).toBe('Edit(package.json)')
    for (const scope of ['thread', 'session', 'project']) {
      const answers = parseOffer(verdict.offers.project).map((each) => `${scope} allow ${each}`)
      expect(decision('edit', 'package.json', { rules: [ask, ...answers] })).toBe('allow')
    }
    expect(decision('edit', 'package.json', { rules: [ask, 'session allow Edit'] })).toBe('ask')
    expect(decision('edit', 'package.json', { rules: [ask, 'allow Edit(package.json)'] })).toBe('ask')
  })

  test('offer the narrowest rule that would do', () => {
    expect(judge('edit', 'src/a b.ts').offers.session).toBe('Edit(src/a b.ts)')
    expect(judge('write', 'app/(x)/[id].ts').offers.session).toBe('Edit(app/\\(x\\)/\\[id\\].ts)')
    expect(judge('read', '/home/me/notes/x').offers.session).toBe('Read(~/notes/x)')
    expect(judge('read', '/etc/hosts').offers.session).toBe('Read(//etc/hosts)')
    expect(judge('edit', '.claude/x').offers.session).toBe('')
  })
})

describe('rules about other tools', () => {
  test('name a server, a tool of it, a site, an agent', () => {
    expect(decision('mcp__a__b', null, { rules: ['allow mcp__a'] })).toBe('allow')
    expect(decision('mcp__a__b', null, { rules: ['allow mcp__a__b'] })).toBe('allow')
    expect(decision('mcp__a__b', null, { rules: ['allow mcp__a__*'] })).toBe('allow')
    expect(decision('mcp__ab__b', null, { rules: ['allow mcp__a'] })).toBe('ask')
    const url = { url: 'https://docs.example.org/x' }
    expect(decision('WebFetch', null, { rules: ['allow WebFetch(domain:docs.example.org)'] }, url)).toBe('allow')
    expect(decision('WebFetch', null, { rules: ['allow WebFetch(domain:*.example.org)'] }, url)).toBe('allow')
    expect(decision('WebFetch', null, { rules: ['allow WebFetch(domain:example.org)'] }, url)).toBe('ask')
    expect(decision('WebFetch', null, { rules: ['deny WebFetch(domain:example.org)'] }, url)).toBe('deny')
    expect(decision('WebFetch', null, { rules: ['allow WebFetch(domain:*)'] }, url)).toBe('allow')
    const foreign = { url: 'https://münchen.example/' }
    expect(decision('WebFetch', null, { rules: ['allow WebFetch(domain:münchen.example)'] }, foreign)).toBe('allow')
    expect(judge('WebFetch', null, {}, foreign).text).toMatch(/a page from xn--mnchen-3ya\.example,/)
    expect(decision('Agent', null, { rules: ['deny Task(explore)'] }, { subagent_type: 'explore' })).toBe('deny')
    expect(decision('Agent', null, { rules: ['deny Task(explore)'] }, { subagent_type: 'plan' })).toBe('allow')
  })

  test('are offered as they would be written', () => {
    expect(judge('mcp__a__b', null).offers.session).toBe('mcp__a__b')
    expect(judge('WebFetch', null, {}, { url: 'https://a.b:8/c' }).offers.session).toBe('WebFetch(domain:a.b)')
    expect(judge('WebFetch', null, {}, { url: 'nonsense' }).offers.session).toBe('')
  })
})

test('a restricted project may restrict, not allow', () => {
  expect(decision('edit', 'src/a.ts', { trusted: false, rules: ['allow Edit'] })).toBe('ask')
  expect(decision('edit', 'src/a.ts', { trusted: false, rules: ['home-files allow Edit'] })).toBe('allow')
  expect(decision('read', 'src/a.ts', { trusted: false, rules: ['deny Read(src)'] })).toBe('deny')
  expect(decision('read', 'src/a.ts', { trusted: false, rules: ['ask Read(src)'] })).toBe('ask')
})

test('the folder of a thread may lie in Tine’s data folder; the rest of that folder is Tine’s', () => {
  const given = { mode: 'acceptEdits', dataDir: '/home/me' } as const
  expect(decision('edit', 'src/a.ts', given)).toBe('allow')
  expect(judge('edit', '/home/me/tine.db', given).source).toBe('protected place')
  // A project that holds the data folder, or is it, does not make Tine's files its own.
  for (const dataDir of ['/home/me/project/.tine', '/home/me/project'])
    expect(judge('edit', `${dataDir}/tine.db`, { mode: 'acceptEdits', dataDir }).source).toBe('protected place')
})

test('a path under disguise is still protected', () => {
  for (const path of [
    '.GIT/config',
    '.git./config',
    'git~1/config',
    '.g\u200bit/config',
    '.claude /x',
    '.git::$INDEX/x',
  ]) {
    expect(judge('write', path, { mode: 'acceptEdits' }).source).toBe('protected place')
  }
})
