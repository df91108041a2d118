import path from 'node:path'

/**
 * Whether a path is a folder itself or lies below it. Both are absolute; for a decision that grants something both are
 * real paths. On Windows names that differ only by case are the same name.
 */
export function contains(folder: string, target: string, platform: NodeJS.Platform = process.platform): boolean {
  const flavour = platform === 'win32' ? path.win32 : path.posix
  const [from, to] = platform === 'win32' ? [folder.toLowerCase(), target.toLowerCase()] : [folder, target]
  const base = flavour.resolve(from)
  const full = flavour.resolve(to)
  return full === base || full.startsWith(base.endsWith(flavour.sep) ? base : base + flavour.sep)
}
