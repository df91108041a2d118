// Hooks and rules of a project in its worktrees: the project's own files decide there too.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call, firstOf, reply, scriptByDirective, scriptByTurn, text } from '../../simulator/script/builders'
import { callsOf, note, noted, onMatch, trustProject } from '../../testing/hook-project'
import { forkInWorktree, talkInRepository } from '../../testing/repository-talk'

test('a fork in a worktree is held by the hooks and the rules of its project, told of its own paths', async () => {
  const work = scriptByTurn([
    reply(
      call('write', { file_path: 'new.txt', content: 'x' }, { id: 'toolu_1' }),
      call('read', { file_path: 'secrets/key' }, { id: 'toolu_2' }),
      call('grep', { pattern: 'hush' }, { id: 'toolu_3' }),
      call('bash', { command: 'true' }, { id: 'toolu_4' }),
    ),
    reply(text('Result: done.')),
  ])
  const talk = await talkInRepository(
    firstOf(scriptByDirective([{ match: /work/, script: work }]), scriptByTurn([reply(text('Yes.'))])),
    {
      repository: { files: { 'a.txt': 'hush\n', 'secrets/key': 'hush\n' } },
    },
  )
  const { client, folder } = talk
  const hooks = { ...onMatch('PreToolUse', 'Write|Bash', note('told')), ...onMatch('PostToolUse', 'Bash', 'exit 1') }
  mkdirSync(join(folder, '.claude'))
  writeFileSync(
    join(folder, '.claude/settings.json'),
    JSON.stringify({ hooks, permissions: { deny: [`Read(/${folder}/secrets/**)`] } }),
  )
  await trustProject(talk)
  const { id, worktree } = await forkInWorktree(talk, 'work', 'done')
  expect(await callsOf(client, id)).toEqual([
    ['done', expect.anything()],
    ['denied', expect.stringContaining('secrets/**')],
    ['done', expect.stringMatching(/^a\.txt:1:hush\n\[files that a rule/)],
    ['done', expect.anything()],
  ])
  const told = noted(folder, 'told')
  expect(told.map(({ tool_name }) => tool_name).sort()).toEqual(['Bash', 'Write'])
  for (const each of told) expect(each).toMatchObject({ cwd: worktree.path, agent_type: 'fork', thread: id })
  expect(told.find(({ tool_name }) => tool_name === 'Write')?.tool_input).toMatchObject({
    file_path: join(worktree.path, 'new.txt'),
  })
  // What a hook wrote into the project's folder is nobody's breach: the fork has come to its end.
  expect(client.thread(id)).toMatchObject({ state: 'done' })
})
