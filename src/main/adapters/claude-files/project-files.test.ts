import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryRepository } from '../../../testing/temporary-repository'
import { temporaryFolder } from '../../../testing/temporary-store'
import { projectFiles } from './project-files'

function put(folder: string, path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

test('everything that could make a project act is listed, by kind and place', async () => {
  const { folder, git } = await temporaryRepository()
  put(
    folder,
    '.claude/settings.json',
    JSON.stringify({
      permissions: { allow: ['Bash(npm run build)'], deny: ['Read(.env)'] },
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: './check.sh' }] }] },
      env: { PATH: '/evil' },
    }),
  )
  put(folder, '.mcp.json', JSON.stringify({ mcpServers: { db: { command: 'npx', args: ['db-server'] } } }))
  put(folder, '.claude/commands/deploy.md', '---\nallowed-tools: Bash(git push:*), Read\n---\nNow !`git status` it.')
  put(folder, '.claude/skills/audit/SKILL.md', '---\ncontext: fork\nallowed-tools: [Read, Grep]\n---\nAudit.')
  put(folder, '.claude/agents/reviewer.md', '---\nname: reviewer\ntools: Bash\n---\nReview.')
  put(folder, '.gitattributes', '*.bin filter=lfs\n# filter=none\n')
  await git('config', 'core.sshCommand', 'evil-ssh')
  await git('config', 'alias.go', '!rm -rf /')
  await git('config', 'alias.st', 'status')
  put(folder, '.git/hooks/post-checkout', '#!/bin/sh\n')
  chmodSync(join(folder, '.git/hooks/post-checkout'), 0o755)
  const { activations } = await projectFiles.activations(folder)
  expect(activations.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'hook: PreToolUse: ./check.sh',
    'environment: PATH',
    'allow-rule: Bash(npm run build)',
    'tool-server: db: npx db-server',
    'allow-rule: Bash(git push:*)',
    'allow-rule: Read',
    'shell-command: git status',
    'island: runs isolated with Read, Grep',
    'skill: the model may call it by itself',
    'agent: tools Bash',
    'git-config: core.sshcommand = evil-ssh',
    'git-config: alias.go = !rm -rf /',
    'hook: post-checkout',
    'filter: *.bin filter=lfs',
  ])
})

test('the hash changes with any of those files, and the change is named; other files do not matter', async () => {
  const { folder } = await temporaryRepository()
  put(folder, '.mcp.json', JSON.stringify({ mcpServers: { a: { command: 'x' } } }))
  const before = await projectFiles.activations(folder)
  put(folder, 'README.md', 'more')
  expect((await projectFiles.activations(folder)).hash).toBe(before.hash)
  put(folder, '.mcp.json', JSON.stringify({ mcpServers: { a: { command: 'y' } } }))
  put(folder, '.claude/settings.json', JSON.stringify({ env: { A: '1' } }))
  const after = await projectFiles.activations(folder)
  expect(after.hash).not.toBe(before.hash)
  expect(projectFiles.changed(before.files, after.files)).toEqual(['.claude/settings.json is new', '.mcp.json changed'])
})

test('a folder without git, with broken files and links that lead out, is read without harm', async () => {
  const folder = temporaryFolder()
  const outside = temporaryFolder()
  put(outside, 'settings.json', JSON.stringify({ env: { STOLEN: '1' } }))
  mkdirSync(join(folder, '.claude'))
  symlinkSync(join(outside, 'settings.json'), join(folder, '.claude/settings.json'))
  put(folder, '.mcp.json', '{ broken')
  put(folder, '.claude/commands/a.md', '---\n: : :\n---\n')
  expect((await projectFiles.activations(folder)).activations).toEqual([])
})

test('what a skill that activates something brings along is part of the hash, and large files too', async () => {
  const folder = temporaryFolder()
  put(folder, '.claude/skills/a/SKILL.md', '---\nallowed-tools: Bash(./x.sh:*)\n---\nRun it.')
  put(folder, '.claude/skills/a/x.sh', 'echo 1')
  put(folder, '.claude/skills/a/data/big.bin', 'x'.repeat(1024 * 1024 + 1))
  put(folder, '.claude/skills/b/SKILL.md', '---\nname: b\ndisable-model-invocation: true\n---\nHarmless.')
  put(folder, '.claude/skills/b/y.sh', 'echo 1')
  const before = await projectFiles.activations(folder)
  expect(Object.keys(before.files).sort()).toEqual([
    '.claude/skills/a/SKILL.md',
    '.claude/skills/a/data/big.bin',
    '.claude/skills/a/x.sh',
  ])
  put(folder, '.claude/skills/a/x.sh', 'echo 2')
  const after = await projectFiles.activations(folder)
  expect(projectFiles.changed(before.files, after.files)).toEqual(['.claude/skills/a/x.sh changed'])
})

test('hooks in the front matter, and agents without a list of tools, are listed', async () => {
  const folder = temporaryFolder()
  put(folder, '.claude/agents/all.md', '---\nname: all\n---\nDo.')
  put(
    folder,
    '.claude/skills/h/SKILL.md',
    '---\ndisable-model-invocation: yes\nhooks:\n  PreToolUse: [{ command: x }]\n---\nDo.',
  )
  const { activations } = await projectFiles.activations(folder)
  expect(activations.map(({ kind, text }) => `${kind}: ${text}`)).toEqual(['hook: PreToolUse', 'agent: tools all'])
})
