// The tour: looks at the sample project, then hands three pieces of work to three forks.
import { readCalls, readUserMessage } from '../script/conversation'
import type { ScriptContext } from '../script/script'
import type { Plan, PlannedCall, Seen } from './plan'
import { firstLine, testSentence } from './results'
import { sampleTasks } from './sample-tasks'

/** Whether a text asks for the tour. */
export function asksForTour(words: string): boolean {
  return /\b(demo|tour)\b|what (?:a )?forks? can do/i.test(words)
}

/** One `Agent` call per directive, none of them with a type: implicit forks. */
export function forkStep(directives: readonly { description: string; prompt: string }[]): PlannedCall[] {
  return directives.map(({ description, prompt }) => ({ name: 'Agent', input: { description, prompt } }))
}

export const tour: Plan = {
  scope: 'What forks can do.',
  steps: [
    {
      think:
        'First I want to know the project: what it is, and how its parser works. Both reads are independent of each other.',
      say: 'Let me look at the project first.',
      calls: [
        { name: 'read', input: { file_path: 'README.md' } },
        { name: 'read', input: { file_path: 'src/parse.js' } },
      ],
    },
    {
      say: 'A small calculator with a few known problems. I run its tests to see where it stands.',
      calls: [{ name: 'bash', input: { command: 'npm test' }, anyResult: true }],
    },
    {
      think:
        'Three things are open, and none of them needs another: the precedence of **, the missing % operator, and the grammar. Everything I have read so far is useful for all three. So I fork: each worker starts with this whole conversation, at the price of a cache read.',
      say: 'Three things are open, and they do not depend on each other. I start a fork for each: they know everything I have just read.',
      calls: forkStep(sampleTasks.map(({ description, directive }) => ({ description, prompt: directive }))),
    },
  ],
  conclude: (seen) => `${testsBefore(seen)}${launchWords(seen)}`,
}

/** What to say when forks were started: they run, they have answered at once, or they could not be started. */
export function launchWords(seen: Seen): string {
  const launches = seen.all.filter((each) => each.name === 'Agent' && each.result !== null)
  const refused = launches.filter((each) => each.isError)
  if (launches.length > 0 && refused.length === launches.length) {
    return `I could not start a fork here: ${firstLine(refused[0]?.result ?? '')}`
  }
  const started = launches.filter((each) => !each.isError)
  const running = started.filter((each) => /\b(started|background|running)\b/i.test(each.result ?? ''))
  if (running.length === 0) {
    return started.map((each) => `**${String(each.input.description)}:** ${each.result}`).join('\n\n')
  }
  const count = running.length === 1 ? 'One fork is' : `${running.length} forks are`
  return `${count} at work now. You can open each of them, answer what it asks, or go on talking to me; I report when they come back.`
}

/** One paragraph for each result that has just come back; null when none did. */
export function reportBack({ lastUser, body }: ScriptContext): string | null {
  if (lastUser.notifications.length === 0) return null
  const paragraphs = lastUser.notifications.map(({ fields }) => {
    const title = /“(.+)”/.exec(fields.summary ?? '')?.[1] ?? fields.summary ?? fields.task_id ?? 'A fork'
    const branch = fields.worktree_branch ? ` Its work is on branch \`${fields.worktree_branch}\`.` : ''
    const result = fields.result?.match(/Result:\**\s*([^\n]+)/)?.[1] ?? firstLine(fields.result ?? '')
    const changed = fields.result?.match(/Files changed:\**\s*([^\n]+)/)?.[1]
    const files = changed === undefined || changed === 'none' ? '' : ` Changed: ${changed}.`
    return `**${title}** ${statusWords(fields.status)}. ${result}${files}${branch}`
  })
  return [...paragraphs, ...closing(body)].join('\n\n')
}

function testsBefore(seen: Seen): string {
  const run = seen.last('bash')
  return run?.result === null || run === undefined ? '' : `Before anything changes: ${testSentence(run.result)}\n\n`
}

function statusWords(status: string | undefined): string {
  if (status === 'completed') return 'is done'
  if (status === 'failed') return 'failed'
  if (status === 'stopped') return 'was stopped'
  if (status === 'turn-limit') return 'reached its limit of steps'
  return 'came back'
}

function closing(body: ScriptContext['body']): string[] {
  const started = readCalls(body).filter((each) => each.name === 'Agent' && !each.isError).length
  const back = body.messages
    .filter((each) => each.role === 'user')
    .flatMap((each) => readUserMessage(each).notifications)
  if (started === 0 || back.length < started) return []
  return [
    'That is all of them. Each fork’s work is on its branch: open a fork’s Changes to read it, and Keep or Discard it there.',
  ]
}
