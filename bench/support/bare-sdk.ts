// Owns the unit of latency: a bare call of the SDK, in a process of its own.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Relay } from './relay'

export interface BareOrder {
  url: string
  body: string
  betas: string
  /** As text, as the app's adapter gives it to the SDK, or as an object that the SDK writes out. */
  form: 'text' | 'object'
  /** Calls at once. */
  times: number
}

export interface BareCall {
  calledAt: number
  requestId: string
}

export interface BareSdk {
  /** Milliseconds from the call until the server had all of the request; of several at once, until it had all of the last one. */
  send(order: Omit<BareOrder, 'url'>): Promise<number>
  stop(): Promise<void>
}

/** Starts the process; what it sends goes through the relay. */
export async function startBareSdk(relay: Relay): Promise<BareSdk> {
  const child: ChildProcess = fork(fileURLToPath(new URL('bare-sdk-process.ts', import.meta.url)), { execArgv: [] })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  return {
    async send(order) {
      const answer = once(child, 'message')
      child.send({ ...order, url: relay.url } satisfies BareOrder)
      const [calls] = (await answer) as [BareCall[]]
      const passages = await Promise.all(calls.map(({ requestId }) => relay.passage(requestId)))
      const received = Math.max(...passages.map(({ receivedAt }) => receivedAt))
      return received - Math.min(...calls.map(({ calledAt }) => calledAt))
    },
    async stop() {
      process.off('exit', end)
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}
