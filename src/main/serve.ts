// The serve door's entry: the host in plain Node, its page and socket on loopback.
import { homedir } from 'node:os'
import { join } from 'node:path'
import { FailureError } from '../shared/contract/failure'
import { createHostOrNameOwner } from './host/create-host-or-name-owner'
import { createDoorLog, type DoorLog } from './host/door-log'
import type { Host } from './host/host'
import { hostConfig } from './host/host-config'
import { browserCommand, openBrowser } from './host/open-browser'
import { parseArguments, type ServeArguments } from './host/parse-arguments'
import { type LocalDoor, openLocalDoor } from './transport/local-door'
import { CODE_LIFETIME_MS } from './transport/one-use-codes'
import { type ServeDoor, serveOnLoopback } from './transport/serve-http'

/** What a door's process ends with. */
const EXIT = { ok: 0, failed: 1, usage: 2, locked: 3, port: 4 } as const

interface Opened {
  host?: Host
  door?: ServeDoor
  local?: LocalDoor
}

/** A terminal and npm both pass a Ctrl-C on: signals this close together are one wish. */
const SAME_WISH_MS = 500
/** How long what is left behind may keep the process after everything was closed. */
const LINGER_MS = 3_000

const say = (line: string) => process.stderr.write(`tine: ${line}\n`)

/**
 * Runs `tine serve` until a signal ends it. Prints one line on standard output, `READY` and the address, when it accepts connections.
 *
 * @param argv as given to the launcher, `serve` first
 * @returns the exit code: 0 after a signal, 1 for a data folder that cannot be used or a bug, 2 for a wrong argument, 3 when another
 * process owns the data folder, 4 when the port cannot be had
 */
export async function runServe(argv: readonly string[]): Promise<number> {
  const given = parseArguments(argv)
  if (given.door !== 'serve') {
    say(given.door === 'wrong' ? given.message : `${given.door} is not for serve`)
    return EXIT.usage
  }
  const machine = { platform: process.platform, env: process.env, home: homedir(), bundle: import.meta.dirname }
  const config = hostConfig('serve', given, machine)
  const log = createDoorLog(config)
  outliveReaders()
  const ended = untilEnded(log)
  let code: number
  const opened: Opened = {}
  try {
    opened.host = await createHostOrNameOwner(config)
    opened.door = await serveOnLoopback({
      host: opened.host,
      pageFolder: join(machine.bundle, '..', 'renderer'),
      port: given.port,
      onIncident: log.incident,
    })
    opened.local = await openLocalDoor(opened.host)
    opened.host.setDoor(`serve ${opened.door.address}`)
    process.stdout.write(`READY ${opened.door.address}/#token=${opened.door.token}\n`)
    if (given.open) open(opened.door)
    code = await ended
  } catch (error) {
    code = refuse(error, given, log)
  }
  return close(opened, code, log)
}

function open(door: ServeDoor): void {
  const command = browserCommand(process.platform, door.oneUseAddress())
  openBrowser(command, process.env, CODE_LIFETIME_MS, (why) =>
    say(`no browser opened (${why}); open the printed address`),
  )
}

/** Says in one line why there is no door, and which code the process ends with. */
function refuse(error: unknown, given: ServeArguments, log: DoorLog): number {
  if (error instanceof FailureError) {
    say(error.message)
    if (error.failure.code === 'store.locked') return EXIT.locked
    return /^(project\.|invalid_input$)/.test(error.failure.code) ? EXIT.usage : EXIT.failed
  }
  const unheard = listenFailure(error)
  if (unheard !== null) {
    say(`port ${given.port} of 127.0.0.1 cannot be had: ${unheard}`)
    return EXIT.port
  }
  say(`something went wrong inside the app (${log.incident('serve.failed', error)})`)
  return EXIT.failed
}

/** Why the port cannot be had; null when it was something else that failed. */
function listenFailure(error: unknown): string | null {
  if (!(error instanceof Error && 'syscall' in error && error.syscall === 'listen' && 'code' in error)) return null
  if (error.code === 'EADDRINUSE') return 'another program listens there'
  return error.code === 'EACCES' ? 'this user is not allowed to' : String(error.code)
}

async function close({ host, door, local }: Opened, code: number, log: DoorLog): Promise<number> {
  try {
    await local?.close()
    await door?.close()
    await host?.close()
  } catch (error) {
    log.incident('serve.close-failed', error)
    return EXIT.failed
  }
  // Whatever still holds the loop, everything is stored: who asked us to end shall not wait for it.
  setTimeout(() => process.exit(code), LINGER_MS).unref()
  return code
}

/** Whoever read our output may be gone, as `| head` is: no reason to end what runs, and there is nobody left to tell. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/**
 * Resolves with the exit code when the process shall end in good order: 0 after a signal, 1 after an error nobody caught, since then
 * nobody knows what holds any more. A second signal ends it at once. A rejection nobody handled is logged; what it belonged to has failed,
 * the rest goes on.
 */
function untilEnded(log: DoorLog): Promise<number> {
  process.on('unhandledRejection', (reason) => log.incident('process.unhandled-rejection', reason))
  return new Promise((resolve) => {
    process.on('uncaughtException', (error) => {
      log.incident('process.uncaught-exception', error)
      resolve(EXIT.failed)
    })
    let askedAt = Number.POSITIVE_INFINITY
    const end = (_name: NodeJS.Signals, number: number) => {
      const now = performance.now()
      if (now - askedAt > SAME_WISH_MS) process.exit(128 + number)
      askedAt = Math.min(askedAt, now)
      resolve(EXIT.ok)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  })
}
