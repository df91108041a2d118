// Commands, skills and agents on a real disk that are not what they should be: each is listed with its reason, and none harms the others.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/temporary-store'
import { createAgentFiles } from './agent-files'
import { createLibraryFiles } from './library-files'

function scene(files: Record<string, string | Buffer>, own: Record<string, string> = {}) {
  const folder = temporaryFolder()
  const home = temporaryFolder()
  for (const [root, all] of [
    [folder, files],
    [home, own],
  ] as const)
    for (const [path, text] of Object.entries(all)) {
      mkdirSync(dirname(join(root, '.claude', path)), { recursive: true })
      writeFileSync(join(root, '.claude', path), text)
    }
  return { folder, home, read: () => createLibraryFiles(home).read(folder) }
}

const file = (head: string, body = 'Do it.') => `---\n${head}\n---\n${body}\n`

describe('a command or skill that cannot be used', () => {
  test.each([
    ['broken YAML, with its line', file('description: ok\nname: [a\nmodel: x'), /./, 4],
    ['a head that is a list', file('- a\n- b'), /not a list of fields/, 2],
    ['a head that refers to itself', file('a: &a [1]\nb: *a'), /repeats parts of itself/, 2],
    ['a context nobody knows', file('description: x\ncontext: spoon'), /“context” is either/, 3],
    ['a name with a space', file('name: two words'), /“name” must be/, 2],
    ['a name that is a picture', file('name: 🙂'), /“name” must be/, 2],
    ['nothing at all', '', /says nothing/, null],
    ['a head alone', file('description: x', ''), /says nothing/, null],
    ['bytes that are no text', Buffer.from([0x7f, 0x45, 0, 1, 2]), /not text/, null],
    ['more than anybody writes', 'x'.repeat(1024 * 1024 + 1), /larger than 1 MB/, null],
  ])('for %s', async (_what, content, reason, line) => {
    const { read } = scene({ 'commands/odd.md': content, 'commands/fine.md': 'Fine.' })
    const { documents, broken } = await read()
    expect(documents.map(({ name }) => name)).toEqual(['fine'])
    expect(broken).toEqual([{ source: '.claude/commands/odd.md', line, reason: expect.stringMatching(reason) }])
  })

  test('for its name on the disk is listed as well', async () => {
    const { read } = scene({ 'commands/my command 🙂.md': 'Do it.', 'skills/my skill/SKILL.md': 'Do it.' })
    expect((await read()).broken.map(({ source }) => source).sort()).toEqual([
      '.claude/commands/my command 🙂.md',
      '.claude/skills/my skill/SKILL.md',
    ])
  })

  test('since it leads out of the project is not read, whatever link leads there', async () => {
    const { folder, read } = scene({ 'commands/fine.md': 'Fine.' })
    const outside = temporaryFolder()
    writeFileSync(join(outside, 'SKILL.md'), 'Secret.')
    symlinkSync(join(outside, 'SKILL.md'), join(folder, '.claude/commands/out.md'))
    mkdirSync(join(folder, '.claude/skills'))
    symlinkSync(outside, join(folder, '.claude/skills/out'))
    symlinkSync('..', join(folder, '.claude/commands/round'))
    expect((await read()).documents.map(({ name }) => name)).toEqual(['fine'])
  })
})

test('a mark of byte order and lines that end in two characters do not matter', async () => {
  const { read } = scene({ 'skills/a/SKILL.md': '\ufeff---\r\nname: a\r\ndescription: Does\r\n---\r\nDo it.\r\n' })
  const { documents, broken } = await read()
  expect(broken).toEqual([])
  expect(documents).toMatchObject([{ name: 'a', description: 'Does', body: 'Do it.', forModel: true, forPerson: true }])
})

test('keys that do not count are remarked on, switches that are neither on nor off count as what is safer', async () => {
  const head =
    'description: x\nwhen_to_use: Often.\ndisable-model-invocation: maybe\nuser-invocable: perhaps\npaths: src\nlicense: MIT'
  const { read } = scene({ 'skills/a/SKILL.md': file(head) })
  const [document] = (await read()).documents
  expect(document).toMatchObject({ description: 'x Often.', forModel: false, forPerson: false })
  expect(document?.remarks).toEqual([
    expect.stringContaining('“user-invocable” is either true or false'),
    expect.stringContaining('“disable-model-invocation” is either true or false'),
    '“paths” does not count here.',
  ])
})

test('agents that are no text, empty or of a reserved name are listed with their reason', async () => {
  const { folder, home } = scene({
    'agents/bin.md': Buffer.from([0, 1, 2]),
    'agents/empty.md': '',
    'agents/fork.md': file('description: x\nname: fork'),
    'agents/plan.md': file('description: x'),
    'agents/two words.md': file('description: x'),
    'agents/fine.md': file('description: x\ndisallowedTools: Bash, Magic'),
  })
  const { agents, broken } = await createAgentFiles(home).read(folder)
  expect(agents).toMatchObject([{ name: 'fine', withoutTools: ['bash'], unknownTools: ['Magic'] }])
  expect(broken.map(({ source, reason }) => `${source.slice('.claude/agents/'.length)}: ${reason}`).sort()).toEqual([
    'bin.md: it is not text',
    'empty.md: “description” is missing: nobody would know when to use it',
    'fork.md: “fork” is the name of a kind everybody has',
    'plan.md: “plan” is the name of a kind everybody has',
    'two words.md: “name” must be letters, digits, dots and dashes',
  ])
})
