// The door for `tine print` while an app owns the data folder. It opens sessions nobody sits at, and nothing else: no approvals, no
// trust, no settings, no session of anybody else.
import { rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { z } from 'zod'
import type { HostFrame } from '../../shared/contract/frames'
import type { Host } from '../host/host'
import { mintSecret, sameSecret } from './access-token'
import { readFrames, writeFrame } from './frame-lines'
import { removeAddress, socketOf, writeAddress } from './local-address'

export interface LocalDoor {
  close(): Promise<void>
}

const hello = z.object({ secret: z.string().max(200) })
const frameSchema = z.looseObject({ id: z.number(), command: z.string(), input: z.looseObject({}).optional() })

/** Commands that name no session. */
const OPEN = new Set(['app.info', 'project.open'])
/** Commands about what this connection has begun itself. */
const OWN = new Set(['session.subscribe', 'session.read', 'thread.read', 'turn.send', 'turn.interrupt', 'ledger.read'])

/** Listens for the person's own processes until it is closed. */
export async function openLocalDoor(host: Pick<Host, 'connect' | 'info'>): Promise<LocalDoor> {
  const { dataDir } = host.info
  const secret = mintSecret()
  const path = socketOf(dataDir)
  // Whoever owns the data folder owns its socket: one that is there was left by an owner that was killed.
  if (process.platform !== 'win32') rmSync(path, { force: true })
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    receive(host, socket, secret)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  server.unref()
  writeAddress(dataDir, { socket: path, secret })
  return {
    close: async () => {
      removeAddress(dataDir)
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** One caller: its first line is the secret, then come frames. */
function receive(host: Pick<Host, 'connect'>, socket: Socket, secret: string): void {
  const own = new Set<string>()
  const begins = new Set<number>()
  let connection: ReturnType<Host['connect']> | null = null
  const sink = (frame: HostFrame) => {
    if ('ok' in frame && frame.ok && frame.id !== null && begins.delete(frame.id))
      for (const id of idsOf(frame.result, ['sessionId', 'threadId'])) own.add(id)
    writeFrame(socket, frame)
  }
  readFrames(socket, (line) => {
    if (connection === null) {
      const greeting = hello.safeParse(line)
      if (!greeting.success || !sameSecret(greeting.data.secret, secret)) return socket.destroy()
      connection = host.connect(sink)
      return
    }
    const parsed = frameSchema.safeParse(line)
    const refusal = parsed.success ? refusalOf(parsed.data, own) : null
    if (!parsed.success || refusal === null) {
      if (parsed.success && parsed.data.command === 'session.create') begins.add(parsed.data.id)
      connection.receive(line)
    } else {
      const message = `${refusal} cannot be done through this door.`
      writeFrame(socket, { id: parsed.data.id, ok: false, failure: { code: 'unknown_command', message } })
    }
  })
  socket.on('close', () => connection?.close())
}

function refusalOf({ command, input = {} }: z.infer<typeof frameSchema>, own: ReadonlySet<string>): string | null {
  if (OPEN.has(command)) return null
  if (command === 'session.create') return typeof input.unattended === 'object' && input.unattended ? null : command
  const named = idsOf(input, ['sessionId', 'threadId'])
  return OWN.has(command) && named.length > 0 && named.every((id) => own.has(id)) ? null : command
}

function idsOf(value: unknown, fields: readonly string[]): string[] {
  if (typeof value !== 'object' || value === null) return []
  return fields.map((field) => Reflect.get(value, field)).filter((id) => typeof id === 'string')
}
