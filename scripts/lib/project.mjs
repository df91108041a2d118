// Owns where things lie in this checkout and how its own tools are started. Plain JavaScript: it runs before anything is built.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Path of the Node 24 that is installed with the project, or of the running one where that is new enough. */
export function projectNode() {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const packaged = join(root, 'node_modules', 'node', 'bin', `node${suffix}`)
  return existsSync(packaged) ? packaged : process.execPath
}

/** Path of the script behind a tool's command, as its package declares it. Read as a file: not every package exports its manifest. */
export function toolScript(packageName, binName = packageName) {
  const folder = join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[binName])
}

/** The environment for our tools: the project's own Node first on the path, as `npm run` would have it. */
export function toolEnvironment(extra = {}) {
  const separator = process.platform === 'win32' ? ';' : ':'
  return { ...process.env, PATH: join(root, 'node_modules', '.bin') + separator + (process.env.PATH ?? ''), ...extra }
}

/**
 * Runs a command in the checkout and waits for its end.
 * @returns {Promise<{ code: number, output: string }>} `output` is both streams in order when captured, else empty. A command that
 * could not be started has code 127, one that ran out of time 124.
 */
export function run(
  command,
  args,
  { capture = false, env = process.env, cwd = root, timeoutMs, stdout = 'inherit' } = {},
) {
  return new Promise((resolve) => {
    const chunks = []
    const stdio = capture ? ['ignore', 'pipe', 'pipe'] : ['ignore', stdout, 'inherit']
    const child = spawn(command, args, { cwd, env, stdio })
    child.stdout?.on('data', (chunk) => chunks.push(chunk))
    child.stderr?.on('data', (chunk) => chunks.push(chunk))
    let late = false
    const timer = timeoutMs
      ? setTimeout(() => {
          late = true
          child.kill('SIGKILL')
        }, timeoutMs)
      : undefined
    const finish = (code, text) => {
      clearTimeout(timer)
      resolve({ code, output: Buffer.concat(chunks).toString('utf8') + text })
    }
    child.on('error', (error) => finish(127, `${error.message}\n`))
    child.on('close', (code) => finish(late ? 124 : (code ?? 1), late ? `took longer than ${timeoutMs} ms\n` : ''))
  })
}

/** Runs a tool of node_modules under the project's Node. Options as for `run`. */
export function runTool(packageName, args, { binName, env = {}, ...options } = {}) {
  return run(projectNode(), [toolScript(packageName, binName), ...args], { ...options, env: toolEnvironment(env) })
}
