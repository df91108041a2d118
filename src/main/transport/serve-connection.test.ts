import type { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import type { HostFrame } from '../../shared/contract/frames'
import { ask, type OpenDoor, openDoor, scriptClient, UPGRADE_HEADERS } from '../../testing/loopback-door'
import { testId } from '../../testing/records'
import { CLOSE, CONNECTION_LIMITS } from './serve-connection'

const MEGABYTE = 1024 * 1024
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

/** How a close frame that carries only a code begins. */
const CLOSE_FRAME = Buffer.from([0x88, 2])

/** Reads up to the server's close frame: the text of all frames, and the code. */
async function wake(socket: Duplex): Promise<{ text: string; code: number }> {
  const parts: Buffer[] = []
  for await (const part of socket) {
    parts.push(part)
    if (part.subarray(-4, -2).equals(CLOSE_FRAME)) break
  }
  const bytes = Buffer.concat(parts)
  return { text: bytes.toString('latin1'), code: bytes.readUInt16BE(bytes.length - 2) }
}

test('a client that falls behind loses deltas, and nothing else', async () => {
  const open = await openDoor()
  const socket = await sleeper(open)
  open.host.say(delta('early'))
  // The system takes a few megabytes itself before anything waits with us.
  for (let sent = 0; sent < 3 * CONNECTION_LIMITS.dropDeltasBytes; sent += MEGABYTE) open.host.say(big)
  open.host.say(delta('late'))
  open.host.say({ id: 2, ok: true, result: 'last' })
  const closed = open.door.close()
  const { text, code } = await wake(socket)
  await closed
  expect(text).toContain('early')
  expect(text).not.toContain('late')
  expect(text).toContain('"last"')
  expect(code).toBe(CLOSE.goingAway)
})

test('a client that falls far behind is cut off, and the host is rid of it', async () => {
  const open = await openDoor()
  const socket = await sleeper(open)
  const most = 2 * (CONNECTION_LIMITS.cutOffBytes / MEGABYTE)
  let said = 0
  while (open.host.sinks.size > 0 && said < most) {
    open.host.say(big)
    said += 1
  }
  expect(open.host.sinks.size).toBe(0)
  expect(said).toBeGreaterThan(CONNECTION_LIMITS.cutOffBytes / MEGABYTE)
  expect((await wake(socket)).code).toBe(CLOSE.tooSlow)
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
