import { describe, expect, it } from 'vitest'
import { compareSeen, type Seen, type SeenFolder, type SeenWorktree } from './differences'

const THREAD = 'thr_1'
const HOLDER = '/data/worktrees/thr_1'

function worktree(fields: Partial<SeenWorktree> = {}): SeenWorktree {
  return {
    ...{
      threadId: THREAD,
      title: 'work',
      state: 'ready',
      path: `${HOLDER}/project`,
      nonce: 'n',
      commonDir: '/repo/.git',
    },
    ...{ rescuedTo: null, archive: null, cutOff: null, verdict: { ok: true } },
    ...fields,
  }
}

function folder(path: string, place: SeenFolder['place'], nonce: string | null = 'n'): SeenFolder {
  return { path, place, threadId: THREAD, owner: nonce === null ? null : { threadId: THREAD, nonce } }
}

function compare(fields: Partial<SeenWorktree>, folders: SeenFolder[] = [], more: Partial<Seen> = {}) {
  return compareSeen({ dataDir: '/data', worktrees: [worktree(fields)], folders, repositories: [], ...more })
}

const missing = { ok: false, state: 'missing', reason: 'its folder is gone' } as const
const replaced = { ok: false, state: 'replaced', reason: 'its .git file is gone' } as const

describe('differences', () => {
  it('are none where everything agrees', () => {
    const kept = folder('/data/rescued/thr_1-x', 'rescued')
    expect(compare({}, [folder(HOLDER, 'worktrees')])).toEqual({ differences: [], orphans: [] })
    expect(compare({ state: 'discarded', verdict: null, rescuedTo: kept.path }, [kept]).differences).toEqual([])
    expect(compare({ state: 'creating', verdict: null, cutOff: 'create' }).differences).toEqual([])
  })

  it.each<[string, Partial<SeenWorktree>, SeenFolder[], string, boolean]>([
    ['an operation that was cut off', { state: 'discarding', cutOff: 'discard', verdict: null }, [], 'cut-off', true],
    ['a folder that is gone', { verdict: missing }, [], 'gone', true],
    [
      'a folder moved by hand',
      { verdict: missing },
      [folder('/data/worktrees/thr_1-away', 'worktrees')],
      'elsewhere',
      true,
    ],
    ['a folder moved with git', { verdict: { ok: false, state: 'moved', reason: 'x' } }, [], 'moved', false],
    ['a folder git does not know', { verdict: replaced }, [folder(HOLDER, 'worktrees')], 'disconnected', true],
    ['another folder in its place', { verdict: replaced }, [folder(HOLDER, 'worktrees', 'other')], 'replaced', false],
    ['one that is back', { state: 'missing' }, [folder(HOLDER, 'worktrees')], 'back', true],
    [
      'a discarded one at its place',
      { state: 'discarded', verdict: null },
      [folder(HOLDER, 'worktrees')],
      'not-moved',
      true,
    ],
    [
      'a discarded one at two places',
      { state: 'discarded', verdict: null, rescuedTo: '/data/rescued/thr_1-x' },
      [folder(HOLDER, 'worktrees'), folder('/data/rescued/thr_1-x', 'rescued')],
      'not-moved',
      false,
    ],
    [
      'a rescued folder that is gone',
      { state: 'discarded', verdict: null, rescuedTo: '/data/rescued/thr_1-x' },
      [],
      'rescued-gone',
      true,
    ],
    [
      'a rescued folder nobody noted',
      { state: 'discarded', verdict: null },
      [folder('/data/rescued/thr_1-x', 'rescued')],
      'rescued-found',
      true,
    ],
    [
      'an archive that is gone',
      { state: 'discarded', verdict: null, archive: '/data/archives/thr_1-x.tar.gz' },
      [],
      'archive-gone',
      true,
    ],
  ])('tell of %s', (_name, fields, folders, kind, canBeRepaired) => {
    const { differences } = compare(fields, folders)
    expect(differences).toMatchObject([{ id: `${kind}:${THREAD}`, kind, text: expect.stringContaining('“work”') }])
    expect(differences[0]?.repair !== null).toBe(canBeRepaired)
    expect(differences[0]?.repair ?? '').not.toMatch(/delet|remov/i)
  })
})

describe('orphans', () => {
  it('are folders, registrations and refs that no worktree owns', () => {
    const { orphans } = compare(
      {},
      [
        folder(HOLDER, 'worktrees'),
        folder('/data/rescued/thr_1-unfinished-x', 'rescued', null),
        { path: '/data/worktrees/other', place: 'worktrees', threadId: null, owner: null },
        folder('/data/archives/thr_1-old.tar.gz', 'archives', null),
      ],
      {
        repositories: [
          {
            commonDir: '/repo/.git',
            registrations: [
              { checkout: `${HOLDER}/project` },
              { checkout: '/data/worktrees/thr_2/project' },
              { checkout: '/home/somebody/elsewhere' },
            ],
            refs: [`refs/tine/head/${THREAD}`, 'refs/tine/rescued/thr_2/head'],
          },
        ],
      },
    )
    expect(orphans.map(({ kind, path }) => [kind, path])).toEqual([
      ['folder', '/data/rescued/thr_1-unfinished-x'],
      ['folder', '/data/worktrees/other'],
      ['folder', '/data/archives/thr_1-old.tar.gz'],
      ['registration', '/data/worktrees/thr_2/project'],
      ['ref', 'refs/tine/rescued/thr_2/head'],
    ])
  })
})
