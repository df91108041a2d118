// A repository whose configuration and hooks run commands: through everything a person does with it, none of them runs.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call, firstOf, reply, scriptByDirective, scriptByTurn, text } from '../../simulator/script/builders'
import { itemsOf, say } from '../../testing/conversation'
import { forkInWorktree, type RepositoryTalk, talkInRepository } from '../../testing/repository-talk'

const HOOKS = [
  'post-checkout',
  'post-index-change',
  'reference-transaction',
  'pre-commit',
  'post-commit',
  'post-merge',
  'fsmonitor-watchman',
  'pre-auto-gc',
  'post-rewrite',
]

interface Hostile extends RepositoryTalk {
  canary: string
  traces(): string
}

/** Everything of a repository that names a command leaves a trace when it runs. */
function arm({ folder, repository }: RepositoryTalk, canary: string): void {
  const trace = (what: string) => `echo ${what} >> '${canary}'; cat`
  for (const hook of HOOKS) repository.hook(hook, `#!/bin/sh\necho hook ${hook} >> '${canary}'\n`)
  const config: [string, string][] = [
    ['core.fsmonitor', `echo fsmonitor >> '${canary}'; false`],
    ['core.pager', trace('pager')],
    ['core.editor', trace('editor')],
    ['core.sshCommand', trace('ssh')],
    ['core.askPass', trace('askpass')],
    ['credential.helper', `!${trace('credential')}`],
    ['core.alternateRefsCommand', trace('alternates')],
    ['diff.external', trace('diff')],
    ['diff.evil.textconv', trace('textconv')],
    ['filter.evil.clean', trace('clean')],
    ['filter.evil.smudge', trace('smudge')],
    ['filter.evil.process', trace('process')],
    ['merge.evil.driver', trace('merge')],
    ['gpg.program', trace('gpg')],
    ['commit.gpgSign', 'true'],
    ['log.showSignature', 'true'],
    ['alias.status', `!${trace('alias')}`],
    ['alias.worktree', `!${trace('alias')}`],
    ['pager.status', trace('pager')],
    ['submodule.recurse', 'true'],
    ['core.hooksPath', join(folder, '.hooks')],
    ['uploadpack.packObjectsHook', trace('pack')],
    ['include.path', join(folder, '.included')],
  ]
  for (const [key, value] of config) repository.git('config', key, value)
  mkdirSync(join(folder, '.hooks'))
  for (const hook of HOOKS) {
    writeFileSync(join(folder, '.hooks', hook), `#!/bin/sh\necho path ${hook} >> '${canary}'\n`)
    chmodSync(join(folder, '.hooks', hook), 0o755)
  }
  writeFileSync(join(folder, '.included'), `[core]\n\tfsmonitor = "echo included >> '${canary}'; false"\n`)
  writeFileSync(join(folder, '.gitattributes'), '* filter=evil diff=evil merge=evil\n')
  writeFileSync(join(folder, 'dirty.txt'), 'not committed\n')
}

async function hostile(): Promise<Hostile> {
  const talk = await talkInRepository(
    firstOf(
      scriptByDirective([
        {
          match: /./,
          script: scriptByTurn([
            reply(
              call('write', { file_path: 'made.txt', content: 'made\n' }),
              call('glob', { pattern: '*' }),
              call('grep', { pattern: 'made' }),
            ),
            reply(text('Result: made.')),
          ]),
        },
      ]),
      () => reply(text('Yes.')),
    ),
    { session: { permissionMode: 'bypassPermissions' } },
  )
  const canary = join(talk.repository.beside, 'canary')
  arm(talk, canary)
  return { ...talk, canary, traces: () => (existsSync(canary) ? readFileSync(canary, 'utf8') : '') }
}

test('opening, talking, forking, reading, resuming, keeping and discarding run nothing of an untrusted repository', async () => {
  const talk = await hostile()
  const { client, threadId, folder, projectId } = talk
  expect((await client.call('project.open', { path: folder })).isGit).toBe(true)
  const { activations, trusted } = await client.call('project.trust', { projectId })
  expect(trusted).toBe(false)
  expect(activations.map((activation) => activation.kind)).toEqual(expect.arrayContaining(['git-config', 'filter']))
  await say(client, threadId, 'Hi')
  await client.call('fork.forecast', { threadId, directives: ['x'] })
  const { id, worktree } = await forkInWorktree(talk, 'make it', 'done')
  expect((await itemsOf(client, id)).filter((item) => item.kind === 'tool')).toMatchObject([
    { state: 'done' },
    { state: 'done' },
    { state: 'done' },
  ])
  expect(readFileSync(join(worktree.path, 'dirty.txt'), 'utf8')).toBe('not committed\n')
  expect((await client.call('worktree.read', { threadId: id })).files.map((file) => file.path)).toEqual(['made.txt'])
  const reopened = (await talk.restart()).client
  await reopened.call('session.subscribe', { sessionId: talk.sessionId })
  await reopened.call('thread.resume', { threadId: id, text: 'Further' })
  await reopened.until(
    () =>
      reopened
        .stored()
        .some((event) => event.type === 'turn.changed' && event.turn.n === 2 && event.turn.state === 'done'),
    'the second turn',
  )
  await reopened.call('worktree.keep', { threadId: id })
  await reopened.call('worktree.discard', { threadId: id, confirm: true })
  expect(talk.traces()).toBe('')
})

test('the same repository is hostile indeed: a plain git status there leaves traces', async () => {
  const { folder, traces } = await hostile()
  execFileSync('git', ['add', '--all'], { cwd: folder, stdio: 'ignore' })
  expect(traces()).toMatch(/fsmonitor|included/)
  expect(traces()).toMatch(/clean|process/)
})

test('what the model runs itself in such a repository is asked, even where it would only read', async () => {
  const talk = await hostile()
  const { client, simulator, projectId } = talk
  const { threadId, sessionId } = await client.call('session.create', { projectId, permissionMode: 'acceptEdits' })
  await client.call('session.subscribe', { sessionId })
  simulator.script(scriptByTurn([reply(call('bash', { command: 'git status' })), reply(text('Asked.'))]))
  await client.call('turn.send', { threadId, text: 'Look' })
  await client.state(threadId, 'waiting-approval')
  const { open } = await client.call('approval.list', { sessionId })
  await client.call('approval.answer', { approvalId: open[0]?.id ?? '', decision: 'deny' })
  await client.state(threadId, 'idle')
  expect(talk.traces()).toBe('')
})

test('trust is bound to what was shown: a configuration that changed since makes the project restricted again', async () => {
  const talk = await hostile()
  const { client, projectId, repository } = talk
  const { hash } = await client.call('project.trust', { projectId })
  repository.git('config', 'core.pager', `echo changed >> '${talk.canary}'`)
  expect(await client.fails('project.trust', { projectId, hash })).toMatchObject({ code: 'conflict' })
  const now = await client.call('project.trust', { projectId })
  expect((await client.call('project.trust', { projectId, hash: now.hash })).trusted).toBe(true)
  repository.git('config', 'core.editor', 'vi')
  const after = await client.call('project.trust', { projectId })
  expect(after).toMatchObject({ trusted: false })
  expect(after.changed.length).toBeGreaterThan(0)
})
