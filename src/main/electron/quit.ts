// Owns how the desktop app ends: on a signal, after an error nobody caught, and never before its host has put down what it holds.
import { app } from 'electron'
import type { DoorLog } from '../host/door-log'
import type { Host } from '../host/host'

/** The exit code after a bug. */
export const EXIT_FAILED = 1

/**
 * Ends the app on a signal, and after an error nobody caught, since then nobody knows what holds any more. A rejection nobody handled
 * is logged; what it belonged to has failed, the rest goes on.
 */
export function quitInGoodOrder(log: DoorLog): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit())
  process.on('unhandledRejection', (reason) => log.incident('process.unhandled-rejection', reason))
  process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
    // Whoever read our output may be gone, as a closed terminal is.
    if (error.code === 'EPIPE' && error.syscall === 'write') return
    log.incident('process.uncaught-exception', error)
    process.exitCode = EXIT_FAILED
    app.quit()
  })
}

/** Quitting waits until the host has put down what it holds; asking again does not hurry it. */
export function closeBeforeQuit(host: Pick<Host, 'close'>, log: DoorLog): void {
  let closing = false
  app.on('will-quit', (event) => {
    event.preventDefault()
    if (closing) return
    closing = true
    host.close().then(
      () => app.exit(Number(process.exitCode ?? 0)),
      (error: unknown) => {
        log.incident('electron.close-failed', error)
        app.exit(EXIT_FAILED)
      },
    )
  })
}
