// Figure: how soon forks leave when a model starts five of them with one message, by what a bare call of the SDK takes with the same
// body to the same server.
import { join } from 'node:path'
import {
  type FanOutTimes,
  FIRST_BYTE_MS,
  HOLD_MS,
  profileFanOut,
  type TimedApp,
  timeFanOut,
  withTimedApp,
} from '../support/fan-out-times'
import type { Detail, Findings, Row } from '../support/figure'
import type { Spent } from '../support/profile'
import { count, median, ms, spread } from '../support/report'
import { seedSessions, turnsFor } from '../support/seed-sessions'
import { withWorkspace } from '../support/workspace'

const FORKS = 5
const RUNS = 5
/** Tokens of history, system prompt and tools; seven blocks each 730. */
const HISTORIES = [16_700, 200_000]
/** Functions of the app that a profile names. */
const MOST_NAMED = 16

interface Measured {
  gate: 'group' | 'off'
  tokens: number
  runs: FanOutTimes[]
  profile: { launching: Spent[]; following: Spent[] } | null
}

/** Measures both histories, with the gate and without. */
export async function latency(): Promise<Findings> {
  const measured: Measured[] = []
  for (const tokens of HISTORIES)
    for (const gate of ['group', 'off'] as const) measured.push(await measure(turnsFor(tokens), gate))
  const profiles = measured.flatMap(({ profile, tokens }) => (profile ? [profileTable(profile, tokens)] : []))
  return { rows: measured.flatMap(rowsOf), details: [partsTable(measured), ...profiles] }
}

/** Every run has a session of its own: what a run leaves behind would make the history of the next one longer. */
function measure(turns: number, gate: 'group' | 'off'): Promise<Measured> {
  return withWorkspace(async (workspace) => {
    const dataDir = join(workspace, 'data')
    const toSeed = Array.from({ length: RUNS + 2 }, () => ({ turns, forks: 0 }))
    const sessions = await seedSessions({ dataDir, workspace, sessions: toSeed })
    return withTimedApp(dataDir, FORKS, async (timed: TimedApp) => {
      await timed.client.call('settings.write', { patch: { 'fork.gate': gate } })
      const runs: FanOutTimes[] = []
      for (const session of sessions.slice(0, RUNS + 1)) runs.push(await timeFanOut(timed, session))
      runs.shift()
      const [profiled] = sessions.slice(-1)
      const profile = gate === 'group' && profiled ? await profileFanOut(timed, profiled) : null
      return { gate, tokens: median(runs.map(({ tokens }) => tokens)), runs, profile }
    })
  })
}

function rowsOf({ gate, tokens, runs }: Measured): Row[] {
  const unit = median(runs.map(({ bare }) => bare))
  const row = (figure: string, most: number, of: (run: FanOutTimes) => number): Row => {
    const times = runs.map(of)
    const middle = median(times)
    return {
      figure: `${figure}, ${count(tokens)} tokens`,
      toReach: `≤ ${most} × a bare SDK call (${ms(unit)})`,
      measured: `${(middle / unit).toFixed(1)} × (${ms(middle)}; ${spread(times)})`,
      reached: middle <= most * unit,
    }
  }
  if (gate === 'off') return [row('gate off: parent’s answer ended → last of 5 forks received', 3, (run) => run.last)]
  return [
    row('parent’s answer ended → first of 5 forks received', 2, (run) => run.first),
    row('leader’s first event → last of its siblings received', 2, (run) => run.siblings),
  ]
}

type Part = [name: string, of: (run: FanOutTimes) => number]

const UNITS: readonly Part[] = [
  ['bare SDK call → received (the unit)', ({ bare }) => bare],
  ['bare SDK call with an object → received', ({ bareObject }) => bareObject],
  [`${FORKS - 1} bare SDK calls at once → last received`, ({ bareAtOnce }) => bareAtOnce],
]
const LAUNCH: readonly Part[] = [
  ['**parent’s answer ended → first fork received**', ({ first }) => first],
  ['– answer’s last byte sent → read by the app', ({ toRead }) => toRead],
  ['– read → first fork handed over', ({ toCall }) => toCall],
  ['– – of it the app’s main thread computed', ({ toCallCpu }) => toCallCpu],
  ['– – of it it stood in line for a processor', ({ toCallWaited }) => toCallWaited],
  ['– handed over → received', ({ toReceive }) => toReceive],
  ['**parent’s answer ended → last fork received**', ({ last }) => last],
]
const SIBLINGS: readonly Part[] = [
  ['**leader’s first event → last sibling received**', ({ siblings }) => siblings],
  ['– first event sent → read by the app', ({ beganToRead }) => beganToRead],
  ['– read → first sibling handed over', ({ siblingsToFirstCall }) => siblingsToFirstCall],
  ['– first → last sibling handed over', ({ siblingsToLastCall }) => siblingsToLastCall],
  ['– – from read until there the app’s main thread computed', ({ siblingsCpu }) => siblingsCpu],
  ['– – and stood in line for a processor', ({ siblingsWaited }) => siblingsWaited],
  ['– last sibling handed over → all received', ({ siblingsToReceive }) => siblingsToReceive],
]

function partsTable(measured: readonly Measured[]): Detail {
  const line = (parts: readonly Part[], gated: boolean) =>
    parts.map(([name, of]) => [
      name,
      ...measured.map(({ gate, runs }) => (gated && gate === 'off' ? '' : ms(median(runs.map(of))))),
    ])
  return {
    header: [
      'latency, its parts',
      ...measured.map(({ gate, tokens }) => `${count(tokens)} tokens${gate === 'off' ? ', gate off' : ''}`),
    ],
    rows: [...line(UNITS, false), ...line(LAUNCH, false), ...line(SIBLINGS, true)],
    note: `Medians of ${RUNS} fan-outs after one that is not counted, each in a session of its own; isolation none, prefix warm from the parent’s own request; histories of turns of 730 tokens in seven blocks, many small ones being the harder case. A request counts as received when its last byte is there, at a relay in a thread of its own that neither parses nor counts: the simulator behind it sees a request ${HOLD_MS} ms later, so that its work on one takes no time from the next, and answers ${FIRST_BYTE_MS} ms after that. The answer “ended” when its last byte left the relay, and “began” when its first did. The bare call is \`client.post\` with the same text as the app gives to the SDK, in an idle process of its own that has made such calls before, on a connection it holds, after each fan-out with the body of its first fork. What the main thread neither computed nor stood in line for a processor (Linux counts it: other work on the machine) it waited for disks and other threads.`,
  }
}

function profileTable({ launching, following }: { launching: Spent[]; following: Spent[] }, tokens: number): Detail {
  const column = (spent: readonly Spent[], n: number) => {
    const each = spent[n]
    return each ? [each.name, ms(each.ms)] : ['', '']
  }
  return {
    header: ['answer ended → first fork sent, by function', '', 'leader’s first event → last sibling sent', ''],
    rows: Array.from({ length: MOST_NAMED }, (_, n) => [...column(launching, n), ...column(following, n)]),
    note: `One more fan-out of ${count(tokens)} tokens under a profiler, which slows it: where the time of the app’s main thread went, the time of a function holding that of those it calls.`,
  }
}
