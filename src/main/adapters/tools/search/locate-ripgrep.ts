import { access, constants } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import { contains } from '../files/contains'
import { isCode } from '../files/open-regular'

/**
 * The ripgrep to search with: the one that came with us, else one on the search path that no thread could have put
 * there; null when there is none.
 */
export async function locateRipgrep(env: NodeJS.ProcessEnv, folders: readonly string[]): Promise<string | null> {
  const ours = await bundledRipgrep()
  if (ours !== null) return ours
  const name = process.platform === 'win32' ? 'rg.exe' : 'rg'
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    if (!isAbsolute(folder) || folders.some((own) => contains(own, folder))) continue
    const candidate = join(folder, name)
    if (await isExecutable(candidate)) return candidate
  }
  return null
}

async function bundledRipgrep(): Promise<string | null> {
  let path: string
  try {
    const { rgPath } = await import('@vscode/ripgrep')
    path = rgPath
  } catch {
    // The package throws where its binary for this platform was not installed; the search path may have one.
    return null
  }
  // Nothing can be run from inside a packaged application's archive; the packager puts binaries beside it.
  const unpacked = path.replace(/\bapp\.asar([\\/])/, 'app.asar.unpacked$1')
  return (await isExecutable(unpacked)) ? unpacked : null
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return true
  } catch (error) {
    if (isCode(error, 'ENOENT') || isCode(error, 'EACCES') || isCode(error, 'ENOTDIR')) return false
    throw error
  }
}
