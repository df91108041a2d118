// The person's own programs: hooks and signing run in a trusted project, may refuse, and never make anything hang.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type MergeBench, mergeBench, picture } from '../../../testing/merge-bench'
import { temporaryFolder } from '../../../testing/temporary-store'

const TRUSTED = { trusted: true }

async function bench(): Promise<MergeBench & { canary: string; ran(): string }> {
  const made = await mergeBench({ 'a.txt': 'one\n' })
  writeFileSync(join(made.plan.path, 'a.txt'), 'two\n')
  const canary = join(made.repo.beside, 'canary')
  return { ...made, canary, ran: () => (existsSync(canary) ? readFileSync(canary, 'utf8') : '') }
}

/** Refs of ours and objects may come about; HEAD, index, files and the person's refs may not change. */
function untouched({ parent, home }: MergeBench) {
  const { head, index, files } = picture(parent)
  return { head, index, files, refs: home('for-each-ref', 'refs/heads', 'refs/tags') }
}

test('hooks of a trusted project have a word: what they see is the merge, what they write is the message', async () => {
  const made = await bench()
  made.repo.hook('pre-merge-commit', `#!/bin/sh\ngit show :a.txt > '${made.canary}'\n`)
  made.repo.hook('commit-msg', '#!/bin/sh\necho "Change-Id: 1" >> "$1"\n')
  made.repo.hook('post-merge', `#!/bin/sh\necho post >> '${made.canary}'\n`)
  await made.merge({}, TRUSTED)
  expect(made.ran()).toBe('two\n')
  expect(made.home('log', '-1', '--format=%B')).toBe('Bring work home\nChange-Id: 1\n')
})

test('a hook that refuses, and one that hangs, are told with their words, and nothing was touched', async () => {
  const made = await bench()
  const before = untouched(made)
  made.repo.hook('pre-commit', '#!/bin/sh\necho "no tabs, please" >&2\nexit 1\n')
  await expect(made.merge({ mode: 'squash' }, TRUSTED)).rejects.toMatchObject({
    failure: { code: 'conflict', message: expect.stringMatching(/pre-commit refused.*no tabs, please/s) },
  })
  made.repo.hook('pre-commit', '#!/bin/sh\nsleep 60\n')
  await expect(made.merge({ mode: 'squash' }, { ...TRUSTED, programLimitMs: 150 })).rejects.toMatchObject({
    failure: { code: 'worktree.busy', message: expect.stringContaining('The hook pre-commit did not end in time') },
  })
  expect(untouched(made)).toEqual(before)
  expect(await made.merge({ mode: 'squash' })).toMatchObject({ files: ['a.txt'] })
})

test('a commit is signed where the person signs; a passphrase nobody can give is waited for only so long', async () => {
  const made = await bench()
  const before = untouched(made)
  const program = (script: string) => {
    made.repo.write('.git/sign', `#!/bin/sh\n${script}\n`, 0o755)
    made.home('config', 'gpg.program', join(made.parent, '.git/sign'))
    made.home('config', 'commit.gpgSign', 'true')
  }
  program('read passphrase < /dev/zero')
  await expect(made.merge({}, { ...TRUSTED, programLimitMs: 150 })).rejects.toMatchObject({
    failure: { code: 'worktree.busy', message: expect.stringContaining('The program that signs did not end in time') },
  })
  program('echo "no secret key" >&2; exit 2')
  await expect(made.merge({}, TRUSTED)).rejects.toMatchObject({
    failure: { code: 'conflict', message: expect.stringContaining('could not be signed') },
  })
  expect(untouched(made)).toEqual(before)
  program(
    'cat > /dev/null; echo "[GNUPG:] SIG_CREATED " >&2; echo "-----BEGIN PGP SIGNATURE-----"; echo; echo "-----END PGP SIGNATURE-----"',
  )
  await made.merge({}, TRUSTED)
  expect(made.home('cat-file', 'commit', 'HEAD')).toContain('gpgsig -----BEGIN PGP SIGNATURE-----')
})

test('filters of a trusted project turn what is stored into what lies in the folder', async () => {
  const made = await mergeBench({ 'a.rot': 'abc\n', '.gitattributes': '*.rot filter=rot\n' }, (repo) => {
    repo.git('config', 'filter.rot.clean', 'tr a-z b-za')
    repo.git('config', 'filter.rot.smudge', 'tr b-za a-z')
    repo.write('a.rot', 'abc\nmine\n')
    repo.commit('turned')
    return undefined
  })
  writeFileSync(join(made.plan.path, 'a.rot'), 'abc\nmine\nfork\n')
  await made.merge({}, TRUSTED)
  expect(readFileSync(join(made.parent, 'a.rot'), 'utf8')).toBe('abc\nmine\nfork\n')
  expect(made.home('show', 'HEAD:a.rot')).toBe('bcd\nnjof\ngpsl')
  expect(made.home('status', '--porcelain')).toBe('')
})

test('without an identity nothing begins but a patch', async () => {
  const { HOME, XDG_CONFIG_HOME } = process.env
  onTestFinished(() => {
    process.env.HOME = HOME
    if (XDG_CONFIG_HOME !== undefined) process.env.XDG_CONFIG_HOME = XDG_CONFIG_HOME
  })
  process.env.HOME = temporaryFolder()
  delete process.env.XDG_CONFIG_HOME
  const made = await bench()
  made.home('config', '--unset', 'user.email')
  const before = untouched(made)
  for (const check of [true, false])
    await expect(made.merge({ check })).rejects.toMatchObject({
      failure: { code: 'invalid_input', message: expect.stringContaining('user.email') },
    })
  expect(untouched(made)).toEqual(before)
  expect(await made.merge({ mode: 'patch' })).toMatchObject({ files: ['a.txt'] })
})
