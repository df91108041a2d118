import type { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { HostFrame } from '../../shared/contract/frames'
import { ask, type OpenDoor, openDoor, scriptClient, UPGRADE_HEADERS } from '../../testing/loopback-door'
import { testId } from '../../testing/records'
import { CLOSE } from './serve-connection'

const MEGABYTE = 1024 * 1024
/** What the system itself may take for a client that does not read, before anything waits with us. */
const MOST_OF_THE_SYSTEM = 16 * MEGABYTE
const big: HostFrame = { id: 1, ok: true, result: 'x'.repeat(MEGABYTE) }

function delta(text: string): HostFrame {
  const ids = {
    sessionId: testId('session'),
    threadId: testId('thread'),
    turnId: testId('turn'),
    itemId: testId('item'),
  }
  return { event: { ...ids, type: 'item.delta', channel: 'text', text } }
}

/** A client that is let in and then reads nothing. */
async function sleeper({ port, door }: OpenDoor): Promise<Duplex> {
  const { upgraded } = await ask(port, { path: `/host?token=${door.token}`, headers: UPGRADE_HEADERS })
  if (!upgraded) throw new Error('not let in')
  return upgraded
}

/** Reads until the bytes end with `ending`, which no test splits by saying more after it. */
async function readUntil(socket: Duplex, ending: Buffer): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of socket) {
    parts.push(part)
    const tail = Buffer.concat(parts.slice(-2))
    if (tail.subarray(-ending.length).equals(ending)) break
  }
  return Buffer.concat(parts).toString('latin1')
}

test('a client that falls behind loses deltas, and nothing else', async () => {
  const open = await openDoor({ dropDeltasBytes: MEGABYTE })
  const socket = await sleeper(open)
  open.host.say(delta('early'))
  for (let sent = 0; sent < MOST_OF_THE_SYSTEM + 2 * MEGABYTE; sent += MEGABYTE) open.host.say(big)
  open.host.say(delta('late'))
  open.host.say({ id: 2, ok: true, result: 'last' })
  const text = await readUntil(socket, Buffer.from('"last"}'))
  expect(text).toContain('early')
  expect(text).not.toContain('late')
})

test('a client that falls far behind is cut off, and the host is rid of it', async () => {
  const cutOffBytes = 4 * MEGABYTE
  const open = await openDoor({ cutOffBytes })
  const socket = await sleeper(open)
  let said = 0
  while (open.host.sinks.size > 0 && said < cutOffBytes + MOST_OF_THE_SYSTEM) {
    open.host.say(big)
    said += MEGABYTE
    await setImmediate() // what is said in one turn of the loop leaves together after it
  }
  expect(open.host.sinks.size).toBe(0)
  expect(said).toBeGreaterThan(cutOffBytes)
  const closeFrame = Buffer.from([0x88, 2, CLOSE.tooSlow >> 8, CLOSE.tooSlow & 0xff])
  expect((await readUntil(socket, closeFrame)).endsWith(closeFrame.toString('latin1'))).toBe(true)
})

test('one frame of any size reaches a client that keeps up', async () => {
  const open = await openDoor({ cutOffBytes: 1000, dropDeltasBytes: 1000 })
  const client = await scriptClient(open)
  open.host.say(big)
  expect(await client.next()).toEqual(big)
})

test('what cannot be written is an incident and ends that connection, without troubling the host', async () => {
  const open = await openDoor()
  const client = await scriptClient(open)
  expect(() => open.host.say({ id: 1, ok: true, result: 1n })).not.toThrow()
  expect(await client.closed).toBe(CLOSE.internal)
  expect(open.incidents).toEqual(['serve.unwritable-frame'])
})
