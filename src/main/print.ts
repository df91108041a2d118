// The print door's entry: one prompt in, one text out, nobody who could be asked.
import { homedir } from 'node:os'
import { text as readAll } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { FailureError } from '../shared/contract/failure'
import type { HostFrame } from '../shared/contract/frames'
import { createHostOrNameOwner } from './host/create-host-or-name-owner'
import { createDoorLog, type DoorLog } from './host/door-log'
import type { Host } from './host/host'
import { type HostConfig, hostConfig } from './host/host-config'
import { type PrintArguments, parseArguments } from './host/parse-arguments'
import { PrintClient } from './print/print-client'
import { type PrintResult, printTurn } from './print/print-turn'
import { callLocalDoor } from './transport/local-caller'

const EXIT = { ok: 0, failed: 1, usage: 2, locked: 3, interrupted: 130 } as const

const ASK_AGAIN_MS = 100

const say = (line: string) => process.stderr.write(`tine: ${line}\n`)
const line = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`)

/**
 * Runs `tine print`: the answer on standard output, everything else on standard error.
 *
 * @param argv as given to the launcher, `print` first
 * @returns the exit code: 0 when the turn was done, 1 when it failed or could not begin, 2 for a wrong argument, 3 when another process
 * owns the data folder and cannot run it, 130 after Ctrl-C
 */
export async function runPrint(argv: readonly string[]): Promise<number> {
  const given = parseArguments(argv)
  if (given.door !== 'print') {
    say(given.door === 'wrong' ? given.message : `${given.door} is not for print`)
    return EXIT.usage
  }
  const machine = { platform: process.platform, env: process.env, home: homedir(), bundle: import.meta.dirname }
  const { project, ...config } = hostConfig('print', given, machine)
  const log = createDoorLog(config)
  process.stdout.on('error', () => {}) // whoever read it is gone, as `| head` is: the work is still stored
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
  const client = new PrintClient()
  let host: Host | null = null
  try {
    const prompt = given.prompt === '-' ? await readAll(process.stdin) : given.prompt
    host = await reach(config, client, stop.signal)
    const result = await printTurn(
      client,
      { ...given, prompt, project: project ?? process.cwd() },
      telling(given),
      stop.signal,
    )
    return tell(given, result, stop.signal.aborted)
  } catch (error) {
    return refuse(error, log)
  } finally {
    client.close()
    await host?.close()
  }
}

/** Opens a host of its own, or calls the app that owns the data folder. */
async function reach(config: HostConfig, client: PrintClient, signal: AbortSignal): Promise<Host | null> {
  const calling = await callLocalDoor(
    config.dataDir,
    (frame) => client.take(frame as HostFrame),
    () => client.gone(),
  )
  if (calling) {
    client.use(calling)
    return null
  }
  const host = await ownHost(config, signal)
  const connection = host.connect((frame) => client.take(frame))
  client.use({ send: (frame) => connection.receive(frame), close: () => connection.close() })
  return host
}

/** Prints of one data folder run one after the other: each owns it as long as it runs. */
async function ownHost(config: HostConfig, signal: AbortSignal): Promise<Host> {
  for (;;) {
    try {
      return await createHostOrNameOwner(config)
    } catch (error) {
      if (!isOwnedByPrint(error)) throw error
      await setTimeout(ASK_AGAIN_MS, undefined, { signal })
    }
  }
}

function isOwnedByPrint(error: unknown): boolean {
  if (!(error instanceof FailureError) || error.failure.code !== 'store.locked') return false
  const { owner } = error.failure
  return typeof owner === 'object' && owner !== null && 'door' in owner && owner.door === 'print'
}

function telling({ json }: PrintArguments) {
  return {
    onSession: (sessionId: string, threadId: string) => {
      if (json) line({ type: 'session', sessionId, threadId })
    },
    onItem: (threadId: string, item: unknown) => {
      if (json) line({ type: 'item', threadId, item })
    },
  }
}

function tell({ json }: PrintArguments, result: PrintResult, interrupted: boolean): number {
  if (json) line({ type: 'result', ...result })
  else if (result.text !== '') process.stdout.write(`${result.text}\n`)
  for (const { tool, input, reason } of result.denied)
    say(`denied ${tool} ${JSON.stringify(input)}: ${oneLine(reason)}`)
  if (result.state === 'done') return EXIT.ok
  say(oneLine(result.reason ?? result.state))
  return interrupted ? EXIT.interrupted : EXIT.failed
}

function refuse(error: unknown, log: DoorLog): number {
  if (!(error instanceof FailureError)) {
    say(`something went wrong inside the app (${log.incident('print.failed', error)})`)
    return EXIT.failed
  }
  say(oneLine(error.message))
  const { code } = error.failure
  if (code === 'store.locked') return EXIT.locked
  return /^(project\.|invalid_input$)/.test(code) ? EXIT.usage : EXIT.failed
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
