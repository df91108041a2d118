// Ten forks that stream, seen from the page: commits, settled rows, long tasks, what moves; and a person typing meanwhile.
import type { Page } from '@playwright/test'
import { replyWith } from '../../src/simulator/script/builders'
import { withBrowser } from '../support/browser'
import type { HostClient } from '../support/host-client'
import { count, ms } from '../support/report'
import type { SeededSession } from '../support/seed-sessions'
import { atMost, compared, type Figure, medianAtMost, percentile } from './figure'
import { LARGE, nth, withSeededApp } from './seeded-app'
import { enterSession, withWindow } from './window'

const FORKS = 10
const TOKENS_PER_SECOND = 50
/** Characters the simulator bills as one token. */
const TOKEN = 'abc '
/** Long enough that no stream ends while it is watched. */
const STREAM_TOKENS = TOKENS_PER_SECOND * 300
const WATCH_MS = 4_000
/** Characters of output that each of a turn's two calls shows: with 1,000 turns, 50 MB of history. */
const OUTPUT_CHARS = 25_000
const SENTENCE = 'Look at the parser first, then say what is left of it.'
const KEY_EVERY_MS = 70
/** What the browser rounds up to: shorter ones are not reported one by one. */
const SHORTEST_MS = 16

interface Watched {
  frames: number[]
  renders: number
  settled: number
  /** What rendered in settled rows, and how often. */
  names: Record<string, number>
  tasks: number[]
  keys: number[]
  shift: number
  /** What moved, from where to where. */
  shifted: string[]
  moved: number
}

/** Watches `runs` stretches of reading, with one fork open in the inspector, and as many of typing. */
export async function measureStream(runs: number): Promise<Figure[]> {
  return withSeededApp([{ ...LARGE, outputChars: OUTPUT_CHARS }], async ({ app, sessions, simulator }) => {
    const pace = { chunkMs: 1000 / TOKENS_PER_SECOND, chunkChars: TOKEN.length }
    simulator.script(() => replyWith(pace, TOKEN.repeat(STREAM_TOKENS)))
    const client = await app.connect()
    const session = nth(sessions, 0)
    await client.follow(session.sessionId)
    await client.call('settings.write', { patch: { 'fork.concurrency': FORKS } })
    return withBrowser((browser) =>
      withWindow(browser, ['watch-work.js'], async (page) => {
        await page.goto(app.address)
        await enterSession(page, session.title)
        const live = await streamForks(client, session)
        await openFork(page)
        const reading: Watched[] = []
        for (let run = 0; run < runs; run++) reading.push(await watch(page, live, () => page.waitForTimeout(WATCH_MS)))
        const typing: Watched[] = []
        for (let run = 0; run < runs; run++) typing.push(await watch(page, live, () => type(page)))
        await client.call('session.stopAll', { sessionId: session.sessionId })
        return [...readingFigures(reading), ...typingFigures(typing)]
      }),
    )
  })
}

/** Starts the forks from the last turn; resolves with their ids when text of every one of them has arrived. */
async function streamForks(client: HostClient, { threadId }: SeededSession): Promise<string[]> {
  const streaming = new Set<string>()
  const stop = client.onEvent((event) => {
    if (event.type === 'item.delta') streaming.add(event.threadId)
  })
  const directives = Array.from({ length: FORKS }, (_, n) => `Look into part ${n} and report.`)
  const { threadIds } = await client.call('fork.start', { threadId, directives, isolation: 'none' })
  await client.until(() => threadIds.every((id) => streaming.has(id)))
  stop()
  return threadIds
}

/** Opens one of the forks beside the timeline, and reads a little above the end, with forks and turns in view. */
async function openFork(page: Page): Promise<void> {
  await page
    .getByRole('article', { name: /Look into part 3 and report/ })
    .getByRole('button', { name: 'Open' })
    .last()
    .click()
  await page.getByRole('log', { name: 'Conversation' }).waitFor()
  await page.evaluate(`document.querySelector('[role="feed"]').scrollTop -= 300`)
  await page.waitForTimeout(1_000)
}

async function watch(page: Page, live: readonly string[], work: () => Promise<void>): Promise<Watched> {
  await page.evaluate(`window.tineWatch(${JSON.stringify(live)})`)
  await work()
  return page.evaluate<Watched>('window.tineWatched()')
}

async function type(page: Page): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Message' })
  await field.click()
  await field.pressSequentially(SENTENCE, { delay: KEY_EVERY_MS })
  // The entry of the last key comes with a frame after its paint.
  await page.waitForTimeout(300)
}

function readingFigures(stretches: readonly Watched[]): Figure[] {
  const frames = stretches.flatMap((stretch) => stretch.frames)
  const sum = (of: (stretch: Watched) => number) => stretches.reduce((total, stretch) => total + of(stretch), 0)
  const name = `${FORKS} forks stream ${TOKENS_PER_SECOND} tokens/s each`
  for (const { names } of stretches)
    for (const [row, times] of Object.entries(names)) console.error(`settled, rendered ${times} times: ${row}`)
  for (const moved of stretches.flatMap(({ shifted }) => shifted)) console.error(`moved: ${moved}`)
  console.error(`frames with more than one commit: ${frames.filter((commits) => commits > 1).length}`)
  return [
    atMost(`${name}: most React commits in a frame, of ${count(frames.length)} frames`, Math.max(...frames), 1),
    atMost(
      `${name}: renders in settled rows, of ${count(sum(({ renders }) => renders))} renders`,
      sum(({ settled }) => settled),
      0,
    ),
    atMost(`${name}: longest task`, Math.max(0, ...stretches.flatMap(({ tasks }) => tasks)), 200, ms),
    atMost(
      `${name}: layout shift of what is read`,
      sum(({ shift }) => shift),
      0,
      String,
    ),
    atMost(`${name}: pixels by which a row in view moved`, Math.max(...stretches.map(({ moved }) => moved)), 0, String),
  ]
}

function typingFigures(stretches: readonly Watched[]): Figure[] {
  const keys = stretches.map(({ keys: slow }) => [
    ...slow,
    ...Array.from({ length: Math.max(0, SENTENCE.length - slow.length) }, () => SHORTEST_MS),
  ])
  const shares = keys.map((each) => percentile(each, 0.95))
  return [
    medianAtMost('typing meanwhile, 50 MB of history: key → paint, p95', shares, 80, ms),
    compared('typing meanwhile: longest task', ms(Math.max(0, ...stretches.flatMap(({ tasks }) => tasks)))),
  ]
}
