// Naming a file with `@` while writing: where a name begins, and what is written when one is taken.
import type { Completion } from './completion'

export interface Mention {
  /** Where its `@` stands. */
  from: number
  query: string
}

/** An `@` at the beginning of a word, and what follows up to the caret; in quotes it may hold spaces. */
const OPEN = /(?:^|[\s([{'“])@("[^"\n]*|[^\s"@]*)$/

/** The name that is being written at the caret; null where none is. An address such as a@b is none. */
export function mentionAt(text: string, caret: number): Mention | null {
  const before = text.slice(0, caret)
  const match = OPEN.exec(before)
  if (!match) return null
  const written = match[1] ?? ''
  return { from: caret - written.length - 1, query: written.replace(/^"/, '') }
}

/** The entries of the menu for the files that were found. */
export function mentionEntries(text: string, caret: number, { from }: Mention, paths: readonly string[]): Completion[] {
  return paths.map((path) => {
    const name = /[\s"]/.test(path) ? `@"${path}"` : `@${path}`
    const rest = text.slice(caret)
    const space = /^\s/.test(rest) ? '' : ' '
    const slash = path.lastIndexOf('/')
    return {
      key: path,
      label: path.slice(slash + 1),
      hint: slash < 0 ? '' : path.slice(0, slash),
      text: `${text.slice(0, from)}${name}${space}${rest}`,
      caret: from + name.length + 1,
    }
  })
}
