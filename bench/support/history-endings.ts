// Owns bringing about every way in which the history that a fork inherits can end, in the real app.
import { call, firstOf, reply, scriptByDirective, scriptByTurn, thinking } from '../../src/simulator/script/builders'
import { ofFork } from '../../src/simulator/script/request-predicates'
import type { Script } from '../../src/simulator/script/script'
import type { RecordedRequest } from '../../src/simulator/server/recorded-request'
import { FAN_OUT, fanOut, orderOf, REPORT } from './parser-model'
import type { SimulatedApp } from './simulated-app'
import { acceptedOf } from './wire'

type Stage = Pick<SimulatedApp, 'client' | 'simulator' | 'folder'>

interface Talk extends Stage {
  sessionId: string
  threadId: string
}

/** A parent at its branch point, and what left from there. */
export interface Branched {
  /** The last request of the parent before the branch point that the server accepted; null when there is none. */
  parent: RecordedRequest | null
  /** The first requests of its forks. */
  forks: RecordedRequest[]
  talk: Talk
}

interface Ending {
  name: string
  bringAbout(stage: Stage): Promise<Branched>
}

const ENDLESS = 's1'
const look = (id: string) => call('glob', { pattern: '*' }, { id })
const asleep = call('bash', { command: 'sleep 300' }, { id: ENDLESS })
const answer = reply(thinking('It is simple.'), 'It is so.')
/** One round of calls that are answered; then one that is still under way. */
const interruptible = scriptByTurn([
  reply(thinking('I look.'), 'I look.', look('g1')),
  reply(look('g2'), asleep),
  reply('Done.'),
])

/** In the order of the specification's table; imported histories do not exist yet. */
export const ENDINGS: readonly Ending[] = [
  {
    name: 'message of the model without calls',
    async bringAbout(stage) {
      const talk = await converse(stage, scriptByTurn([reply('I look.', look('g1')), answer]))
      await talk.client.say(talk.threadId, 'How does it work?')
      return { ...(await forkNow(talk)), talk }
    },
  },
  {
    name: 'message of the model with calls: the model forks',
    async bringAbout(stage) {
      const talk = await converse(stage, scriptByTurn([answer, fanOut(3), reply('They run.')]))
      await talk.client.say(talk.threadId, 'How does it work?')
      await talk.client.say(talk.threadId, FAN_OUT)
      const forks = await spawned(talk, 3)
      const spawning = (await acceptedOf(talk, talk.threadId)).find((request) => isSpawning(request))
      return { parent: spawning ?? null, forks, talk }
    },
  },
  {
    name: 'results of an interrupted turn',
    async bringAbout(stage) {
      const talk = await converse(stage, interruptible)
      await interrupt(talk, 'How does it work?', runs(talk, ENDLESS))
      return { ...(await forkNow(talk)), talk }
    },
  },
  {
    name: 'words of the person that nobody answered',
    async bringAbout(stage) {
      const talk = await converse(stage, scriptByTurn([answer]))
      await talk.client.say(talk.threadId, 'How does it work?')
      const hold = talk.simulator.hold()
      await interrupt(talk, 'Never answered.', hold.arrived)
      hold.release()
      return { ...(await forkNow(talk)), talk }
    },
  },
  {
    name: 'a turn that still runs, forked by the person',
    async bringAbout(stage) {
      const talk = await converse(stage, interruptible)
      const running = runs(talk, ENDLESS)
      const { turnId } = await talk.client.call('turn.send', { threadId: talk.threadId, text: 'How does it work?' })
      await running
      const branched = await forkNow(talk, turnId)
      await talk.client.call('turn.interrupt', { threadId: talk.threadId })
      return { ...branched, talk }
    },
  },
  {
    name: 'nothing sent yet',
    async bringAbout(stage) {
      const talk = await converse(stage, scriptByTurn([answer]))
      return { ...(await forkNow(talk)), talk }
    },
  },
]

async function converse(stage: Stage, script: Script): Promise<Talk> {
  const worker = scriptByDirective([{ match: /./, script: () => reply(REPORT) }])
  stage.simulator.script(firstOf(worker, script))
  return { ...stage, ...(await stage.client.openSession(stage.folder)) }
}

/** Forks one child off the turn (the last one when none is named), after whatever the server has accepted by now. */
async function forkNow(talk: Talk, turnId?: string): Promise<Omit<Branched, 'talk'>> {
  const parent = (await acceptedOf(talk, talk.threadId)).at(-1) ?? null
  const before = talk.simulator.requests.length
  const order = { threadId: talk.threadId, turnId, directives: [orderOf(0)], isolation: 'none' as const }
  const { threadIds } = await talk.client.call('fork.start', order)
  await talk.client.atRest(threadIds)
  return { parent, forks: talk.simulator.requests.slice(before).filter(ofFork()).slice(0, 1) }
}

/** Waits until the forks of the model have reported, and answers their first requests. */
async function spawned(talk: Talk, forks: number): Promise<RecordedRequest[]> {
  const { client, sessionId, threadId } = talk
  const children = async () =>
    (await client.call('session.read', { sessionId })).threads.filter(({ parentId }) => parentId === threadId)
  const ids = (await children()).map(({ id }) => id)
  if (ids.length !== forks) throw new Error(`${ids.length} of ${forks} forks were started`)
  await client.atRest(ids)
  await client.atRest([threadId])
  const own = await Promise.all(ids.map((id) => acceptedOf(talk, id)))
  return own.flatMap((requests) => requests.slice(0, 1))
}

function isSpawning({ answer: blocks }: RecordedRequest): boolean {
  return (blocks ?? []).some((block) => block.type === 'tool_use' && block.name === 'Agent')
}

/** Sends words, waits for a moment, and interrupts the turn. */
async function interrupt({ client, threadId }: Talk, words: string, moment: Promise<unknown>): Promise<void> {
  await client.call('turn.send', { threadId, text: words })
  await moment
  await client.call('turn.interrupt', { threadId })
  await client.until(() => client.thread(threadId)?.state === 'interrupted')
}

/** Resolves when a call runs that has not begun yet. */
function runs({ client, threadId }: Talk, toolUseId: string): Promise<void> {
  let running = false
  const stop = client.onEvent((event) => {
    if (event.type !== 'item.changed' || event.threadId !== threadId || event.item.kind !== 'tool') return
    running ||= event.item.toolUseId === toolUseId && event.item.state === 'running'
  })
  return client.until(() => running).finally(stop)
}
