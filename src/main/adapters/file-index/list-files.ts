import { spawn } from 'node:child_process'

/** A larger tree is searched by the model's own tools; here a person names a file they know. */
const MOST_FILES = 200_000
const MOST_BYTES = 32 * 1024 * 1024
const LONGEST_MS = 20_000

export interface Listing {
  /** Relative to the folder, with `/`. */
  paths: string[]
  /** There are more, or the time was over. */
  cut: boolean
}

/**
 * The files of a folder that are not ignored, hidden ones included, links not followed. It runs no command of the repository, as
 * git would. A folder that is not there, or cannot be read, has none.
 */
export function listFiles(rgPath: string, folder: string, env: NodeJS.ProcessEnv): Promise<Listing> {
  const args = ['--no-config', '--files', '--hidden', '--null', '--no-messages', '--no-require-git', '-g', '!.git', '.']
  const child = spawn(rgPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'], windowsHide: true })
  const chunks: Buffer[] = []
  let bytes = 0
  let cut = false
  const stop = () => {
    cut = true
    child.kill('SIGKILL')
  }
  const timer = setTimeout(stop, LONGEST_MS)
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MOST_BYTES) stop()
    else chunks.push(chunk)
  })
  return new Promise((resolve) => {
    let failed = false
    child.once('error', () => {
      // The folder went away, or the searcher did: there is nothing to list, and the next question asks again.
      failed = true
      clearTimeout(timer)
      resolve({ paths: [], cut: false })
    })
    child.once('close', () => {
      clearTimeout(timer)
      if (!failed) resolve(readListing(Buffer.concat(chunks), cut))
    })
  })
}

function readListing(output: Buffer, wasCut: boolean): Listing {
  const names = output.toString('utf8').split('\0')
  // What stands after the last end is nothing, or a name that was cut.
  names.pop()
  const paths = names
    .slice(0, MOST_FILES)
    .map((name) => (process.platform === 'win32' ? name.replaceAll('\\', '/') : name).replace(/^\.\//, ''))
    // A name with a line end could not be told from two in a message.
    .filter((name) => !/[\r\n]/.test(name))
  return { paths, cut: wasCut || names.length > MOST_FILES }
}
