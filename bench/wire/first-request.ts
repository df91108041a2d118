// Figure: a fork's first request repeats the parent's last accepted one, whatever the inherited history ends with.
import { isDeepStrictEqual } from 'node:util'
import type { RecordedRequest } from '../../src/simulator/server/recorded-request'
import type { Findings, Row } from '../support/figure'
import { type Branched, ENDINGS } from '../support/history-endings'
import { FAN_OUT, LEARN, parserModel, writeSources } from '../support/parser-model'
import { count, share } from '../support/report'
import { type SimulatedApp, withSimulatedApp } from '../support/simulated-app'
import { acceptedOf, readShare, repeatedShare, requestsOf } from '../support/wire'

/** As many forks of one message as the parent's follow-up comes behind. */
const WIDE = 10

interface Measured {
  ending: string
  forks: number
  /** Of what is compared. */
  bytes: number
  /** The least that a fork repeats of it. */
  repeated: number
}

interface Wide {
  verbatim: boolean
  followUpReads: number
}

/** Brings every ending about, and compares; then one wide fan-out, and what its parent reads afterwards. */
export async function firstRequest(): Promise<Findings> {
  const measured = await withSimulatedApp({ script: parserModel() }, async (stage) => {
    const all: Measured[] = []
    for (const { name, bringAbout } of ENDINGS) all.push(await compare(name, await bringAbout(stage)))
    return all
  })
  const wide = await withSimulatedApp(
    {
      script: parserModel(WIDE),
      settings: { 'fork.concurrency': WIDE },
      prepare: ({ folder }) => writeSources(folder),
    },
    fanOutWide,
  )
  return {
    rows: rowsOf(measured, wide),
    details: [
      {
        header: ['inherited history ends with', 'forks', 'bytes compared', 'repeated'],
        rows: measured.map(({ ending, forks, bytes, repeated }) => [ending, `${forks}`, count(bytes), share(repeated)]),
        note: 'Bytes of the parent’s last request that the server had accepted at the branch point (it began to answer it; for forks of the model: the one that was answered with the calls), markers aside, that stand at the beginning of the fork’s first request, up to the end of its last block; with the same betas. Where nothing had been sent yet there is no such request and the fork has its own short system prompt: compared is the list of tools with that of the parent’s own first request, sent afterwards. Imported histories do not exist yet and are left out.',
      },
    ],
  }
}

function rowsOf(measured: readonly Measured[], { verbatim, followUpReads }: Wide): Row[] {
  const least = Math.min(...measured.map(({ repeated }) => repeated))
  return [
    {
      figure: `fork’s first request repeats the parent’s last accepted one, ${measured.length} endings of the history`,
      toReach: '100 % of its bytes',
      measured: `${share(least)} (the least)`,
      reached: least === 1,
    },
    {
      figure: `the spawning message reaches each of ${WIDE} forks verbatim: text, thinking, every call`,
      toReach: 'yes',
      measured: verbatim ? 'yes' : 'no',
      reached: verbatim,
    },
    {
      figure: `parent’s follow-up after a fan-out of ${WIDE} reads its last request from the cache`,
      toReach: '100 % of its tokens',
      measured: share(followUpReads),
      reached: followUpReads === 1,
    },
  ]
}

async function compare(ending: string, { parent, forks, talk }: Branched): Promise<Measured> {
  if (forks.length === 0) throw new Error(`no fork was sent: ${ending}`)
  if (parent) {
    const same = ({ headers }: RecordedRequest) => headers['anthropic-beta'] === parent.headers['anthropic-beta']
    const repeated = Math.min(...forks.map((fork) => (same(fork) ? repeatedShare(parent, fork) : 0)))
    return { ending, forks: forks.length, bytes: Buffer.byteLength(parent.bodyText), repeated }
  }
  await talk.client.say(talk.threadId, 'How does it work?')
  const [own] = await acceptedOf(talk, talk.threadId)
  const tools = JSON.stringify(own?.body?.tools ?? [])
  const equal = forks.every(({ body }) => JSON.stringify(body?.tools) === tools)
  return {
    ending: `${ending}: its tools`,
    forks: forks.length,
    bytes: Buffer.byteLength(tools),
    repeated: equal ? 1 : 0,
  }
}

async function fanOutWide({ client, simulator, folder }: SimulatedApp): Promise<Wide> {
  const { sessionId, threadId } = await client.openSession(folder)
  await client.say(threadId, LEARN)
  const before = simulator.requests.length
  let delivered = 0
  const stop = client.onEvent((event) => {
    if (event.type === 'notification.delivered') delivered++
  })
  await client.say(threadId, FAN_OUT)
  await client.until(() => delivered === WIDE)
  stop()
  await client.atRest([threadId])
  const { threads } = await client.call('session.read', { sessionId })
  const children = threads.filter(({ parentId }) => parentId === threadId)
  const own = await Promise.all(children.map(({ id }) => requestsOf(client, simulator, id)))
  const firsts = own.flatMap((requests) => requests.slice(0, 1))
  const [spawning, followUp] = (await requestsOf(client, simulator, threadId)).filter(({ n }) => n > before)
  if (!spawning || !followUp || firsts.length !== WIDE) throw new Error(`${firsts.length} of ${WIDE} forks were sent`)
  return {
    verbatim: firsts.every((first) => isDeepStrictEqual(inherited(first), spawning.answer)),
    followUpReads: readShare(spawning, followUp),
  }
}

/** The message of the parent that a fork's own first message follows, without markers. */
function inherited({ body }: RecordedRequest): unknown {
  const content = JSON.stringify(body?.messages.at(-2)?.content ?? null)
  return JSON.parse(content, (key, value) => (key === 'cache_control' ? undefined : value))
}
