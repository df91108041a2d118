import path from 'node:path'

export interface ContainsOptions {
  platform?: NodeJS.Platform
  /** Two spellings of a name are one file here; on Windows they always are. */
  ignoreCase?: boolean
}

/**
 * Whether a path is a folder itself or lies below it. Both are absolute; for a decision that grants something both are
 * real paths.
 */
export function contains(
  folder: string,
  target: string,
  { platform = process.platform, ignoreCase = platform === 'win32' }: ContainsOptions = {},
): boolean {
  const flavour = platform === 'win32' ? path.win32 : path.posix
  const [from, to] = ignoreCase ? [fold(folder), fold(target)] : [folder, target]
  const base = flavour.resolve(from)
  const full = flavour.resolve(to)
  return full === base || full.startsWith(base.endsWith(flavour.sep) ? base : base + flavour.sep)
}

function fold(path: string): string {
  return path.normalize('NFC').toLowerCase()
}
