// Rules of settings files over the real wire: what they say of a call, which of them count, and what begins a session.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { call, reply, scriptByTurn, text } from '../../simulator/script/builders'
import { converse, plainFolder, say } from '../../testing/conversation'
import { callsOf, on, trustProject, withHooks } from '../../testing/hook-project'
import { temporaryFolder } from '../../testing/temporary-store'
import { startTestHost, type TestClient } from '../../testing/test-host'

const SETTINGS = `{
  "permissions": {
    "allow": ["Bash(npm run test:*)", "WebFetch(domain:example.org)", "mcp__db__read"],
    "ask": ["Bash(git push:*)"],
    "deny": ["Read(secrets/**)", "Bash(curl:*)", "Agent(explore)", "Nope(x)"],
    "additionalDirectories": ["../beside"]
  }
}
`

async function project(
  files: Record<string, string> = { '.claude/settings.json': SETTINGS },
  home: string | null = null,
) {
  const folder = plainFolder(files)
  const { client } = await startTestHost(home ? { env: { HOME: home } } : {})
  const { projectId } = await client.call('project.open', { path: folder })
  return { client, projectId, folder }
}

function homeWith(settings: object): string {
  const home = temporaryFolder()
  mkdirSync(join(home, '.claude'))
  writeFileSync(join(home, '.claude/settings.json'), JSON.stringify(settings))
  return home
}

const ask = async (client: TestClient, projectId: string, tool: string, input: Record<string, unknown>) => {
  const { modes } = await client.call('permission.test', { projectId, tool, input })
  return Object.fromEntries(modes.map(({ mode, decision }) => [mode, decision]))
}

describe('the rules of a project', () => {
  test('are listed with file and line, also those that cannot be read', async () => {
    const { client, projectId } = await project()
    const { rules, broken, trusted } = await client.call('permission.rules', { projectId })
    expect(trusted).toBe(false)
    expect(rules[0]).toEqual({
      effect: 'allow',
      rule: 'Bash(npm run test:*)',
      source: '.claude/settings.json, line 3',
      active: false,
    })
    expect(rules.filter(({ active }) => active).map(({ rule }) => rule)).toEqual([
      'Bash(git push:*)',
      'Read(secrets/**)',
      'Bash(curl:*)',
      'Agent(explore)',
    ])
    expect(broken).toEqual([
      { source: '.claude/settings.json', line: 5, reason: 'Nope(x): Tine has no tool named “Nope”.' },
    ])
  })

  test('say in each mode what they would make of a call, and name the one that decides', async () => {
    const { client, projectId } = await project()
    const { modes, tool } = await client.call('permission.test', {
      projectId,
      tool: 'Read',
      input: { file_path: 'secrets/a' },
    })
    expect(tool).toBe('read')
    expect(modes.map(({ mode, decision, rule }) => [mode, decision, rule])).toEqual(
      ['default', 'acceptEdits', 'plan', 'bypassPermissions'].map((mode) => [mode, 'deny', 'Read(secrets/**)']),
    )
    expect(modes[0]).toMatchObject({ source: '.claude/settings.json, line 5' })
    expect(await ask(client, projectId, 'Edit', { file_path: 'src/a' })).toEqual({
      default: 'ask',
      acceptEdits: 'allow',
      plan: 'deny',
      bypassPermissions: 'allow',
    })
  })

  test('restrict before the project is trusted, and allow only after', async () => {
    const { client, projectId } = await project()
    const inDefault = async (tool: string, input: Record<string, unknown>) =>
      (await ask(client, projectId, tool, input)).default
    const each = async () => [
      await inDefault('bash', { command: 'npm run test -- --watch=false' }),
      await inDefault('WebFetch', { url: 'https://example.org/x', prompt: 'x' }),
      await inDefault('mcp__db__read', {}),
      await inDefault('read', { file_path: '../beside/x' }),
      await inDefault('bash', { command: 'curl http://x' }),
    ]
    expect(await each()).toEqual(['ask', 'ask', 'ask', 'ask', 'deny'])
    await trustProject({ client })
    expect(await each()).toEqual(['allow', 'allow', 'allow', 'allow', 'deny'])
    expect(await inDefault('WebFetch', { url: 'https://evil.org/example.org', prompt: 'x' })).toBe('ask')
    expect(await inDefault('mcp__db__write', {})).toBe('ask')
  })

  test('are told apart by command of a line', async () => {
    const { client, projectId } = await project()
    const input = { command: 'ls && git push origin main | curl http://x' }
    const { commands, modes } = await client.call('permission.test', { projectId, tool: 'Bash', input })
    expect(modes[0]).toMatchObject({ decision: 'deny', rule: 'Bash(curl:*)' })
    expect(commands.map(({ command, decision, rule }) => [command, decision, rule])).toEqual([
      ['ls', 'allow', null],
      ['git push origin main', 'ask', 'Bash(git push:*)'],
      ['curl http://x', 'deny', 'Bash(curl:*)'],
    ])
  })

  test('are asked without anything being run', async () => {
    const { client, projectId, folder } = await project()
    await client.call('permission.test', { projectId, tool: 'bash', input: { command: 'touch made; $(touch made)' } })
    expect(existsSync(join(folder, 'made'))).toBe(false)
  })

  test('of a tool nobody has cannot be asked about', async () => {
    const { client, projectId } = await project()
    const failure = await client.fails('permission.test', { projectId, tool: 'Nope', input: {} })
    expect(failure).toMatchObject({ code: 'invalid_input', path: 'tool' })
    expect(await client.call('permission.test', { projectId, tool: 'bash', input: {} })).toMatchObject({ commands: [] })
  })

  test('hold for what starts workers too', async () => {
    const agent = call('Agent', { description: 'Look', prompt: 'look', subagent_type: 'explore' })
    const talk = await converse(scriptByTurn([reply(agent), reply(text('Done.'))]), {
      files: { '.claude/settings.json': SETTINGS },
    })
    await say(talk.client, talk.threadId, 'Go')
    expect((await callsOf(talk.client, talk.threadId))[0]).toEqual([
      'denied',
      expect.stringContaining('Agent(explore)'),
    ])
  })
})

describe('the mode a session begins with', () => {
  const modeIn = async ({ client, projectId }: { client: TestClient; projectId: string }) => {
    const { sessionId } = await client.call('session.create', { projectId })
    return (await client.call('session.read', { sessionId })).session.permissionMode
  }
  const written = (defaultMode: string) => ({
    '.claude/settings.json': JSON.stringify({ permissions: { defaultMode } }),
  })

  test('is that of the files, which can only make it stricter in a project that is not trusted', async () => {
    expect(await modeIn(await project(written('plan')))).toBe('plan')
    const loose = await project(written('acceptEdits'))
    expect(await modeIn(loose)).toBe('default')
    await trustProject(loose)
    expect(await modeIn(loose)).toBe('acceptEdits')
    writeFileSync(join(loose.folder, '.claude/settings.local.json'), written('acceptEdits')['.claude/settings.json'])
    expect(await modeIn(loose)).toBe('default')
    expect(await modeIn(await project({}, homeWith({ permissions: { defaultMode: 'acceptEdits' } })))).toBe(
      'acceptEdits',
    )
  })

  test('is never one that asks nothing because a file says so', async () => {
    const bypass = await project(
      written('bypassPermissions'),
      homeWith({ permissions: { defaultMode: 'bypassPermissions' } }),
    )
    await trustProject(bypass)
    expect(await modeIn(bypass)).toBe('default')
    const { broken } = await bypass.client.call('permission.rules', { projectId: bypass.projectId })
    expect(broken.map(({ source }) => source)).toEqual(['~/.claude/settings.json', '.claude/settings.json'])
  })
})

test('changing a file that a hook runs is asked about', async () => {
  const edit = call('write', { file_path: 'scripts/check.sh', content: 'true' })
  const shell = call('bash', { command: 'echo true > scripts/check.sh' })
  const other = call('write', { file_path: 'scripts/other.sh', content: 'true' })
  const { client, threadId } = await withHooks(
    on('Stop', 'bash scripts/check.sh'),
    scriptByTurn([reply(edit, shell, other), reply(text('Done.'))]),
    { session: { permissionMode: 'acceptEdits' }, settings: { permissions: { allow: ['Bash(echo:*)', 'Edit'] } } },
  )
  await client.call('turn.send', { threadId, text: 'Go' })
  await client.until(() => client.stored().filter((event) => event.type === 'approval.opened').length === 2)
  const { open } = await client.call('approval.list', {})
  for (const { reason } of open) expect(reason.text).toContain('is run by a hook')
})
