// Figure: ten worktrees at once against ten in a row, what each takes on disk, and that the main checkout is as it was.
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Findings } from '../support/figure'
import { bytes, count, ms } from '../support/report'
import { type BigRepository, FILES, git, nextThread, timed, withBigRepository } from './big-repository'

const TEN = 10
const TRUSTED = { trusted: false }

interface Measured {
  inRow: number
  atOnce: number
  own: number
  bare: number
  same: Picture
}

/** Parts of the main checkout, each as it was before and is afterwards. */
type Picture = Record<string, boolean>

export function ten(): Promise<Findings> {
  return withBigRepository(async (repository) => {
    const before = picture(repository.folder)
    const inRow = await timed(async () => {
      for (let n = 0; n < TEN; n++) await make(repository)
    })
    const paths: string[] = []
    const atOnce = await timed(async () => {
      paths.push(...(await Promise.all(Array.from({ length: TEN }, () => make(repository)))))
    })
    const after = picture(repository.folder)
    const bare = join(repository.workspace, 'bare')
    await git(repository.folder, 'worktree', 'add', '--quiet', '-b', 'bare', bare)
    const same = Object.fromEntries(Object.keys(before).map((part) => [part, before[part] === after[part]]))
    return findings({ inRow, atOnce, own: diskUse(paths[0] ?? ''), bare: diskUse(bare), same })
  })
}

async function make({ app, folder }: BigRepository): Promise<string> {
  const plan = await app.planWorktree({ folder, threadId: nextThread(), title: 'Bench' }, TRUSTED)
  await app.createWorktree(plan, TRUSTED)
  return plan.path
}

/** HEAD, index and configuration byte for byte; of the files name, mode, time and content. */
function picture(folder: string): Record<string, string> {
  const hash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
  const files = createHash('sha256')
  const walk = (at: string) => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, entry.name)
      if (entry.name === '.git') continue
      if (entry.isDirectory()) walk(path)
      else files.update(`${path}\0${lstatSync(path).mode}\0${lstatSync(path).mtimeMs}\0${hash(path)}\n`)
    }
  }
  walk(folder)
  const own = (name: string) => hash(join(folder, '.git', name))
  return { HEAD: own('HEAD'), index: own('index'), config: own('config'), files: files.digest('hex') }
}

/** Bytes on disk, in whole blocks. */
function diskUse(folder: string): number {
  let sum = 0
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    sum += lstatSync(join(entry.parentPath, entry.name)).blocks * 512
  return sum
}

function findings({ inRow, atOnce, own, bare, same }: Measured): Findings {
  const different = Object.keys(same).filter((part) => !same[part])
  return {
    rows: [
      {
        figure: `ten worktrees of ${count(FILES)} files at once`,
        toReach: `no slower than ten in a row (${ms(inRow)})`,
        measured: `${(atOnce / inRow).toFixed(2)} × (${ms(atOnce)})`,
        reached: atOnce <= inRow,
      },
      {
        figure: 'disk of a worktree',
        toReach: `as a bare one (${bytes(bare)})`,
        measured: bytes(own),
        reached: own <= bare * 1.01,
      },
      {
        figure: `main checkout after ${2 * TEN} forks: ${Object.keys(same).join(', ')}`,
        toReach: 'byte for byte as before',
        measured: different.length === 0 ? 'identical' : `different: ${different.join(', ')}`,
        reached: different.length === 0,
      },
    ],
    details: [],
  }
}
