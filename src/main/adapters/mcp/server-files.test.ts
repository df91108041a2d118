import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/temporary-store'
import { createServerFiles } from './server-files'

interface Places {
  home: string
  folder: string
}

function places(): Places {
  const root = temporaryFolder()
  const [home, folder] = [join(root, 'home'), join(root, 'project')]
  for (const path of [home, folder]) mkdirSync(join(path, '.claude'), { recursive: true })
  return { home, folder }
}

const put = (path: string, value: unknown) =>
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))

const named = (...names: string[]) => ({
  mcpServers: Object.fromEntries(names.map((name) => [name, { command: name }])),
})

test('servers are read in the order in which they count: own for the project, the project’s, own', async () => {
  const { home, folder } = places()
  put(join(home, '.claude.json'), {
    numStartups: 3,
    ...named('both', 'mine'),
    projects: { [folder]: named('both', 'here'), '/elsewhere': named('there') },
  })
  put(join(home, '.claude/settings.json'), named('both', 'set'))
  put(join(folder, '.mcp.json'), named('both', 'ours'))
  const { servers, broken } = await createServerFiles({ env: {}, home }).read(folder)
  expect(servers.map(({ name, source }) => `${name}: ${source}`)).toEqual([
    'both: ~/.claude.json, for this project',
    'here: ~/.claude.json, for this project',
    'both: .mcp.json',
    'ours: .mcp.json',
    'both: ~/.claude.json',
    'mine: ~/.claude.json',
    'both: ~/.claude/settings.json',
    'set: ~/.claude/settings.json',
  ])
  expect(broken).toEqual([])
})

test('what a settings file switches off is off, of the project’s servers only', async () => {
  const { home, folder } = places()
  put(join(folder, '.mcp.json'), named('a', 'b', 'c', 'd'))
  put(join(folder, '.claude/settings.json'), { disabledMcpjsonServers: ['a', 7] })
  put(join(folder, '.claude/settings.local.json'), { disabledMcpjsonServers: ['b'] })
  put(join(home, '.claude/settings.json'), { disabledMcpjsonServers: ['c', 'own'] })
  put(join(home, '.claude.json'), named('own'))
  const { servers } = await createServerFiles({ env: {}, home }).read(folder)
  expect(servers.filter(({ disabled }) => disabled).map(({ name }) => name)).toEqual(['a', 'b', 'c'])
})

test('keys for the model and settings of Tine’s are given to no server, under whatever name', async () => {
  const { home, folder } = places()
  const env = { ANTHROPIC_API_KEY: 'sk-1', ANTHROPIC_BASE_URL: 'http://x', TINE_DATA: '/d', COPY: 'a sk-1', GOOD: 'g' }
  const entry = (name: string) => ({ command: 'x', env: { A: `\${${name}:-none}` } })
  put(join(folder, '.mcp.json'), {
    mcpServers: Object.fromEntries(Object.keys(env).map((name) => [name, entry(name)])),
  })
  const { servers } = await createServerFiles({ env, home }).read(folder)
  expect(servers.map(({ entry }) => entry !== null)).toEqual([false, false, false, false, true])
  expect(JSON.stringify(servers)).not.toContain('sk-1')
})

test.each<[string, unknown, number | null]>([
  ['no JSON', '{\n  "mcpServers": {\n', 3],
  ['a list of servers', { mcpServers: [] }, null],
  ['a name that is too long', { mcpServers: { ['x'.repeat(101)]: { command: 'y' } } }, null],
])('%s is told, and takes nothing else with it', async (_, content, line) => {
  const { home, folder } = places()
  put(join(home, '.claude.json'), named('mine'))
  put(join(folder, '.mcp.json'), content)
  const { servers, broken } = await createServerFiles({ env: {}, home }).read(folder)
  expect(servers.map(({ name }) => name)).toEqual(['mine'])
  expect(broken).toEqual([{ source: '.mcp.json', line, reason: expect.any(String) }])
})

test('a broken entry is listed with its reason beside those that work', async () => {
  const { home, folder } = places()
  put(join(folder, '.mcp.json'), { mcpServers: { bad: { type: 'sse', url: 'http://x' }, good: { command: 'y' } } })
  const { servers } = await createServerFiles({ env: {}, home }).read(folder)
  expect(servers).toMatchObject([
    { name: 'bad', entry: null, problem: expect.stringContaining('sse') },
    { name: 'good', problem: null },
  ])
})

test('a file that lies outside of the project through a link names nothing', async () => {
  const { home, folder } = places()
  put(join(home, 'elsewhere.json'), named('foreign'))
  symlinkSync(join(home, 'elsewhere.json'), join(folder, '.mcp.json'))
  expect((await createServerFiles({ env: {}, home }).read(folder)).servers).toEqual([])
})

test('more servers than anybody names by hand are cut, and that is told', async () => {
  const { home, folder } = places()
  put(join(folder, '.mcp.json'), named(...Array.from({ length: 150 }, (_, n) => `s${n}`)))
  const { servers, broken } = await createServerFiles({ env: {}, home }).read(folder)
  expect(servers).toHaveLength(100)
  expect(broken).toHaveLength(1)
})
