// A process of its own that owns a store, for tests that kill it: node --import typescript-imports.mjs store-process.ts <folder> hold|write

import { openStore } from '../main/store/store'
import { FailureError } from '../shared/contract/failure'
import { formatId } from '../shared/domain/ids'
import type { Item } from '../shared/domain/turn'
import { seedSession } from './seed-session'

/** Long enough for several pages, so that a kill also meets half-written commits and checkpoints. */
const TEXT_CHARACTERS = 20_000

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

function writeForever(dataDir: string): void {
  const store = openStore({ dataDir, door: 'writer' })
  const session = store.sessions.list()[0]
  const seeded = session ? { session, turn: store.turns.last(session.mainThreadId) } : seedSession(store)
  const { turn } = seeded
  if (!turn) throw new Error('the store has a session without a turn')
  // Of both kinds: neither is lost with the process.
  for (let kind: 'machine' | 'process' = 'machine'; ; kind = kind === 'machine' ? 'process' : 'machine') {
    const item: Item = {
      id: formatId('item', Date.now(), crypto.getRandomValues(new Uint8Array(16))),
      turnId: turn.id,
      at: 1,
      kind: 'text',
      text: 'x'.repeat(TEXT_CHARACTERS),
    }
    store.commit((tx) => {
      store.items.add(turn.threadId, item)
      tx.emit({ type: 'item.added', sessionId: seeded.session.id, threadId: turn.threadId, item })
    }, kind)
    say({ seq: store.lastSeq() })
  }
}

function hold(dataDir: string): void {
  const store = openStore({ dataDir, door: 'holder' })
  store.setDoor('serve http://127.0.0.1:4321')
  say({ held: true })
  // Ends with its parent.
  process.stdin.resume().on('end', () => process.exit())
}

const [dataDir = '', role] = process.argv.slice(2)
try {
  if (role === 'write') writeForever(dataDir)
  else hold(dataDir)
} catch (error) {
  if (!(error instanceof FailureError)) throw error
  say({ failure: error.failure })
}
