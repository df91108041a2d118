// The changed files as the rows of a tree: what holds only one thing is one row with it. Pure.
import type { ChangedFile } from '../../../../shared/domain/worktree'
import { type PickState, type Picks, pickOf } from '../../../state/picks'

interface RowBase {
  /** Names the row: the path, and a slash at the end for a folder. */
  key: string
  /** What it is called below its parent. */
  name: string
  /** From 1. */
  level: number
  position: number
  siblings: number
  parentKey: string | null
  added: number
  removed: number
  pick: PickState
}

export type TreeRow =
  | (RowBase & { kind: 'folder'; expanded: boolean; paths: readonly string[] })
  | (RowBase & { kind: 'file'; file: ChangedFile })

interface Folder {
  name: string
  folders: Map<string, Folder>
  files: ChangedFile[]
}

/** A folder with everything that is known about what lies in it. */
interface Summed {
  name: string
  folders: readonly Summed[]
  files: readonly ChangedFile[]
  paths: readonly string[]
  added: number
  removed: number
}

export type FileTree = Summed

/** Reads the tree out of the paths; once for each reading, since it does not depend on what is folded. */
export function fileTree(files: readonly ChangedFile[]): FileTree {
  const root: Folder = { name: '', folders: new Map(), files: [] }
  for (const file of files) {
    const names = file.path.split('/')
    let place = root
    for (const name of names.slice(0, -1)) {
      const inner = place.folders.get(name) ?? { name, folders: new Map(), files: [] }
      place.folders.set(name, inner)
      place = inner
    }
    place.files.push(file)
  }
  return summed(root)
}

function summed(folder: Folder): Summed {
  const only = [...folder.folders.values()]
  const [first] = only
  if (first && only.length === 1 && folder.files.length === 0 && folder.name !== '')
    return summed({ ...first, name: `${folder.name}/${first.name}` })
  const inner = only.map(summed).toSorted(byName)
  const folders = inner.filter(({ paths }) => paths.length > 1)
  // A folder with one file in it says nothing that the file's own name does not.
  const files = [...folder.files, ...inner.flatMap((each) => (each.paths.length > 1 ? [] : each.files))].toSorted(
    (a, b) => compare(a.path, b.path),
  )
  return {
    name: folder.name,
    folders,
    files,
    paths: [...folders.flatMap(({ paths }) => paths), ...files.map(({ path }) => path)],
    added: total(folders, files, 'added'),
    removed: total(folders, files, 'removed'),
  }
}

function total(folders: readonly Summed[], files: readonly ChangedFile[], what: 'added' | 'removed'): number {
  const inFolders = folders.reduce((sum, folder) => sum + folder[what], 0)
  return files.reduce((sum, file) => sum + (file[what] ?? 0), inFolders)
}

const byName = (a: Summed, b: Summed) => compare(a.name, b.name)

/** By code units: the same order everywhere, and quick for thousands. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * The rows that are open, from top to bottom: folders before files.
 *
 * @param folded keys of the folders that are folded
 */
export function treeRows(tree: FileTree, folded: ReadonlySet<string>, picks: Picks): TreeRow[] {
  const rows: TreeRow[] = []
  addRows(rows, tree, { prefix: '', level: 1, parentKey: null }, folded, picks)
  return rows
}

interface Under {
  prefix: string
  level: number
  parentKey: string | null
}

function addRows(rows: TreeRow[], { folders, files }: Summed, under: Under, folded: ReadonlySet<string>, picks: Picks) {
  const { prefix, level, parentKey } = under
  const siblings = folders.length + files.length
  folders.forEach((folder, index) => {
    const { name, paths, added, removed } = folder
    const key = `${prefix}${name}/`
    const expanded = !folded.has(key)
    const pick = pickOfAll(picks, paths)
    const position = index + 1
    rows.push({
      kind: 'folder',
      key,
      name,
      level,
      position,
      siblings,
      parentKey,
      added,
      removed,
      pick,
      expanded,
      paths,
    })
    if (expanded) addRows(rows, folder, { prefix: key, level: level + 1, parentKey: key }, folded, picks)
  })
  files.forEach((file, index) => {
    const position = folders.length + index + 1
    const { path } = file
    const base = { key: path, name: path.slice(prefix.length), level, position, siblings, parentKey }
    rows.push({
      ...base,
      kind: 'file',
      file,
      added: file.added ?? 0,
      removed: file.removed ?? 0,
      pick: pickOf(picks, path),
    })
  })
}

function pickOfAll(picks: Picks, paths: readonly string[]): PickState {
  let state: PickState | null = null
  for (const path of paths) {
    const pick = pickOf(picks, path)
    if (pick === 'some' || (state !== null && state !== pick)) return 'some'
    state = pick
  }
  return state ?? 'all'
}
