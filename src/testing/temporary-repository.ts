// A real git repository in a temporary folder, isolated from the configuration of whoever runs the tests.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface TemporaryRepository {
  /** The real path of the checkout (of the repository itself, when it is bare). */
  readonly folder: string
  /** A folder beside it for whatever else the test needs (data folder, canaries). */
  readonly beside: string
  /** Runs git in the checkout; standard output without the last newline. Throws with git's words when it fails. */
  git(...args: string[]): string
  /** Writes a file below the checkout, making its folders. */
  write(path: string, content: string | Uint8Array, mode?: number): void
  /** Stages everything and commits; returns the commit. */
  commit(message: string): string
  /** Installs an executable hook. */
  hook(name: string, script: string): void
  /** Removes the folder and what is beside it. */
  remove(): void
}

export interface RepositoryOptions {
  /** Name of the checkout's folder. */
  name?: string
  bare?: boolean
  objectFormat?: 'sha1' | 'sha256'
  /** Files of a first commit; without them the branch is unborn. */
  files?: Readonly<Record<string, string>>
}

/** Makes a repository on branch `main`. The caller calls `remove` when its test is over. */
export function temporaryRepository({
  name = 'project',
  bare = false,
  objectFormat = 'sha1',
  files,
}: RepositoryOptions = {}): TemporaryRepository {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'tine-repository-')))
  const folder = join(root, name)
  const beside = join(root, 'beside')
  mkdirSync(beside)
  gitIn(
    root,
    'init',
    '--quiet',
    '--initial-branch=main',
    `--object-format=${objectFormat}`,
    ...(bare ? ['--bare'] : []),
    '--',
    folder,
  )
  const repository = repositoryAt(folder, beside, () => rmSync(root, { recursive: true, force: true }))
  if (!bare) {
    repository.git('config', 'user.name', 'Test Person')
    repository.git('config', 'user.email', 'person@example.org')
    repository.git('config', 'commit.gpgSign', 'false')
  }
  if (files !== undefined) {
    for (const [path, content] of Object.entries(files)) repository.write(path, content)
    repository.commit('first')
  }
  return repository
}

/** Runs git in any folder with the same isolation from the machine's configuration. */
export function gitIn(folder: string, ...args: string[]): string {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    LC_ALL: 'C',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  }
  for (const key of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE']) delete env[key]
  const output = execFileSync('git', args, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  return output.replace(/\n$/, '')
}

function repositoryAt(folder: string, beside: string, remove: () => void): TemporaryRepository {
  const git = (...args: string[]) => gitIn(folder, ...args)
  return {
    folder,
    beside,
    git,
    remove,
    write(path, content, mode) {
      const target = join(folder, path)
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, content)
      if (mode !== undefined) chmodSync(target, mode)
    },
    commit(message) {
      git('add', '--all')
      git('commit', '--quiet', '--allow-empty', '-m', message)
      return git('rev-parse', 'HEAD')
    },
    hook(name, script) {
      const path = join(git('rev-parse', '--path-format=absolute', '--git-common-dir'), 'hooks', name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, script)
      chmodSync(path, 0o755)
    },
  }
}
