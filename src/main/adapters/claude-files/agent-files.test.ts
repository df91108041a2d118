import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/temporary-store'
import { createAgentFiles } from './agent-files'

function scene(project: Record<string, string>, own: Record<string, string> = {}) {
  const folder = temporaryFolder()
  const home = temporaryFolder()
  for (const [root, files] of [
    [folder, project],
    [home, own],
  ] as const)
    for (const [name, text] of Object.entries(files)) {
      const path = join(root, '.claude/agents', name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
  return { folder, home, read: () => createAgentFiles(home).read(folder) }
}

const file = (head: string, body = 'You review.') => `---\n${head}\n---\n${body}\n`

test('an agent is what its head and its text say', async () => {
  const { read } = scene({
    'reviewer.md': file(
      'name: reviewer\ndescription: Reviews changes.\n  Use it after edits.\ntools: Read, Grep, Bash(git diff:*), Wizardry\nmodel: sonnet\nmaxTurns: 12\ndisallowedTools: Write\npermissionMode: plan',
      '# Reviewer\n\nYou review.',
    ),
    'plain.md': '\ufeff---\r\ndescription: Does things\r\n---\r\nDo things.\r\n',
  })
  const { agents, broken } = await read()
  expect(broken).toEqual([])
  expect(agents).toEqual([
    {
      name: 'plain',
      description: 'Does things',
      prompt: 'Do things.',
      tools: null,
      withoutTools: [],
      unknownTools: [],
      unusedFields: [],
      model: null,
      maxSteps: null,
      readOnly: false,
      source: '.claude/agents/plain.md',
      origin: 'project',
    },
    {
      name: 'reviewer',
      description: 'Reviews changes. Use it after edits.',
      prompt: '# Reviewer\n\nYou review.',
      tools: ['read', 'grep', 'bash'],
      withoutTools: ['write'],
      unknownTools: ['Wizardry'],
      unusedFields: ['“permissionMode” does not count here.'],
      model: 'claude-sonnet-5-5',
      maxSteps: 12,
      readOnly: false,
      source: '.claude/agents/reviewer.md',
      origin: 'project',
    },
  ])
})

test('the person’s own are there in every project; of one name the project’s counts', async () => {
  const { read } = scene(
    { 'a.md': file('name: a\ndescription: of the project') },
    {
      'a.md': file('name: a\ndescription: of the person'),
      'deep/b.md': file('name: b\ndescription: mine\nmodel: inherit'),
    },
  )
  expect((await read()).agents.map(({ name, description, source }) => [name, description, source])).toEqual([
    ['a', 'of the project', '.claude/agents/a.md'],
    ['b', 'mine', '~/.claude/agents/deep/b.md'],
  ])
})

test('a tool list that is empty gives no tools, and one that only names unknown ones none either', async () => {
  const { read } = scene({
    'none.md': file('name: none\ndescription: d\ntools: []'),
    'odd.md': file('name: odd\ndescription: d\ntools: [Wizardry]'),
  })
  expect((await read()).agents.map(({ name, tools }) => [name, tools])).toEqual([
    ['none', []],
    ['odd', []],
  ])
})

test.each([
  ['broken YAML', file('name: a\ndescription: "open'), { line: 3 }],
  ['a head that is a list', file('- a\n- b'), { line: 2, reason: expect.stringContaining('not a list of fields') }],
  ['a head of references', file('name: &x a\ndescription: *x'), { reason: expect.stringContaining('by reference') }],
  ['no description', file('name: a'), { reason: expect.stringContaining('description') }],
  ['no head at all', 'Just text.', { reason: expect.stringContaining('description') }],
  ['nothing to say', file('name: a\ndescription: d', ' '), { reason: expect.stringContaining('says nothing') }],
  ['a name nobody can type', file('name: "a b"\ndescription: d'), { line: 2 }],
  ['the name of a fork', file('description: d\nname: fork'), { line: 3, reason: expect.stringContaining('everybody') }],
  ['the name of a built-in one', file('name: explore\ndescription: d'), { line: 2 }],
  ['steps that are no number', file('name: a\ndescription: d\nmaxTurns: many'), { line: 4 }],
  ['no steps', file('name: a\ndescription: d\nmaxTurns: 0'), { line: 4 }],
  [
    'more than 1 MB',
    file('name: a\ndescription: d', 'x'.repeat(1_100_000)),
    { reason: expect.stringContaining('1 MB') },
  ],
])('%s is listed with its reason and harms no other', async (_, text, expected) => {
  const { read } = scene({ 'bad.md': text, 'good.md': file('name: good\ndescription: d') })
  const { agents, broken } = await read()
  expect(agents.map(({ name }) => name)).toEqual(['good'])
  expect(broken).toMatchObject([{ source: '.claude/agents/bad.md', ...expected }])
})

test('a link that leads out of the project is not followed', async () => {
  const { folder, read } = scene({ 'good.md': file('name: good\ndescription: d') })
  const outside = join(temporaryFolder(), 'x.md')
  writeFileSync(outside, file('name: x\ndescription: d'))
  symlinkSync(outside, join(folder, '.claude/agents/x.md'))
  expect((await read()).agents.map(({ name }) => name)).toEqual(['good'])
})
