// The scripted model of the demo. Everything it does follows from the request alone.
import { reply, text } from '../script/builders'
import { forkStart, readCalls } from '../script/conversation'

import type { Script, ScriptContext } from '../script/script'
import { conclusion, lookThrough, nextStep, type Plan, type Seen } from './plan'
import { listedDirectives, planFor } from './requests'
import { asksForTour, forkStep, launchWords, reportBack, tour } from './tour'
import { type Said, saidInTurn, whatWasAsked } from './turn'
import { lookAround, workerPlan, workerReport } from './worker'

const friendly = `I am the scripted demo model: I need no key and no network, and I only know a few things.

- **Show me what forks can do** gives you the tour.
- Name a file, like \`README.md\`, and I read it.
- **run npm test** runs a command; **search**, **find**, **write notes.md: …** and **in README.md replace "a" with "b"** work too.
- Two or more lines that begin with a dash start a fork for each.
- **fix the precedence of \\*\\***, **add a % operator** or **write down the grammar** are pieces of work on the sample.`

type Task = { plan: Plan; from: number; worker: boolean }

/** The demo model. */
export function demoScript(): Script {
  return (context) => {
    if (context.body.compaction) return reply(text(whatWasAsked(context.body)))
    const said = saidInTurn(context.body)
    const news = reportBack(context)
    const task = chooseTask(said, context)
    if (task === null) return reply(news ?? answerFreely(said, context))
    const seen = lookThrough(readCalls(context.body, task.from))
    const steered = acknowledge(said, task)
    const step = nextStep(task.plan, seen)
    if (step !== null) return reply(...[...words(news), ...words(steered)].map((each) => text(each)), ...step)
    const end = task.worker ? workerReport(task.plan, seen) : conclusion(task.plan, seen)
    // When forks have come back already, that they are running is no news any more.
    return reply(news !== null && task.plan === tour ? news : [...words(news), end].join('\n\n'))
  }
}

/** The latest words of the turn that begin a task; words that do not are remarks on the one under way. */
function chooseTask(said: readonly Said[], { body, directive, tools }: ScriptContext): Task | null {
  const fork = forkStart(body)
  const worker = directive !== null
  for (const each of said.toReversed()) {
    if (each.message === fork) return { plan: workerPlan(each.words), from: each.message, worker }
    const plan = mainPlan(each.words, !worker && tools.includes('Agent'))
    if (plan !== null) return { plan, from: each.message, worker }
  }
  const last = said.at(-1)
  return worker && last !== undefined ? { plan: lookAround(last.words), from: last.message, worker } : null
}

function mainPlan(words: string, mayFork: boolean): Plan | null {
  if (mayFork) {
    const directives = listedDirectives(words)
    if (directives.length > 0) return forkPlan(directives)
    if (asksForTour(words)) return tour
  }
  return planFor(words)
}

function forkPlan(directives: readonly string[]): Plan {
  const calls = forkStep(directives.map((prompt) => ({ description: shortened(prompt), prompt })))
  return {
    scope: `${directives.length} directives.`,
    steps: [{ say: `${directives.length} directives, so ${directives.length} forks.`, calls }],
    conclude: (seen: Seen) => launchWords(seen),
  }
}

function acknowledge(said: readonly Said[], task: Task): string | null {
  const later = said.filter((each) => each.message > task.from).at(-1)
  return later === undefined ? null : `Noted: “${shortened(later.words)}”. I go on with what I was doing.`
}

function answerFreely(said: readonly Said[], { body }: ScriptContext): string {
  if (said.length === 0) return 'Nothing new has come in.'
  const words = said.map((each) => each.words).join('\n')
  const count = Number(words.match(/\bcount to (\d{1,4})\b/i)?.[1] ?? 0)
  if (count > 0) return Array.from({ length: count }, (_, index) => index + 1).join(', ')
  const greeted = body.messages.some((message) => message.role === 'assistant')
  return greeted ? `I have no script for that.\n\n${friendly}` : friendly
}

function words(each: string | null): string[] {
  return each === null ? [] : [each]
}

function shortened(line: string): string {
  const flat = line.replace(/\s+/g, ' ').trim()
  return flat.length > 60 ? `${flat.slice(0, 59)}…` : flat
}
