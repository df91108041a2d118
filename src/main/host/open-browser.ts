// Owns handing an address to the person's browser.
import { spawn } from 'node:child_process'
import { cleanEnvironment } from '../adapters/system/clean-environment'

/** The platform's own program for it, always with the address as one argument: no shell reads it. */
export function browserCommand(platform: NodeJS.Platform, address: string): [string, ...string[]] {
  if (platform === 'darwin') return ['open', address]
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address]
  return ['xdg-open', address]
}

/**
 * Opens a browser and does not wait for it; it may outlive us.
 *
 * @param onFailure hears, in a few words, why none opened; at most once, and not after `withinMs`: a browser that was started by this
 * is the same process on some systems, and how it ends one day is no news
 */
export function openBrowser(
  command: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
  withinMs: number,
  onFailure: (why: string) => void,
): void {
  const [program, ...args] = command
  const startedAt = performance.now()
  const child = spawn(program, args, { env: cleanEnvironment(env), stdio: 'ignore', detached: true })
  child.unref()
  child.once('error', (error: NodeJS.ErrnoException) =>
    onFailure(`${program} did not start: ${error.code ?? error.name}`),
  )
  child.once('exit', (code) => {
    const news = performance.now() - startedAt < withinMs
    if (news && code !== 0 && code !== null) onFailure(`${program} ended with ${code}`)
  })
}
