// Where a request leaves the prefix it should repeat, as one line: `tools: mcp__db__query removed`.

export interface FirstDifference {
  /** Where in the body: `model`, `tools`, `tools.3.description`, `system.0.text`, `thinking.type`, `messages.3.content.1`. */
  path: string
  /** What is different there, in words; empty where only the place is known. */
  what: string
  /** Whether a new epoch begins with it, since a person chose another model, effort or other tools: no defect. */
  newEpoch: boolean
}

const NEW_EPOCH = ' (new epoch)'

/** The line that is stored and sent to clients. */
export function writeFirstDifference({ path, what, newEpoch }: FirstDifference): string {
  return `${path}${what === '' ? '' : `: ${what}`}${newEpoch ? NEW_EPOCH : ''}`
}

/** Reads such a line; one that was stored by an earlier version has a place only. */
export function readFirstDifference(line: string): FirstDifference {
  const newEpoch = line.endsWith(NEW_EPOCH)
  const told = newEpoch ? line.slice(0, -NEW_EPOCH.length) : line
  const end = told.indexOf(': ')
  return end < 0
    ? { path: told, what: '', newEpoch }
    : { path: told.slice(0, end), what: told.slice(end + 2), newEpoch }
}
