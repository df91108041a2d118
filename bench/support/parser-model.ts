// Owns the model of the cost measurements: a parent that reads some files, and workers that know them or have to read them again.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, reply, thinking } from '../../src/simulator/script/builders'
import { readUserMessage } from '../../src/simulator/script/conversation'
import type { Reply } from '../../src/simulator/script/reply'
import type { Script } from '../../src/simulator/script/script'
import { prose } from './words'

/** What the parent reads: so many files of so many characters. */
export interface Sources {
  files: number
  chars: number
}

/** Chosen so that what forks inherit is about 16,750 tokens, the prefix that other tools were measured with; and two longer ones. */
export const SMALL: Sources = { files: 4, chars: 11_600 }
export const MIDDLE: Sources = { files: 15, chars: 10_790 }
export const LARGE: Sources = { files: 50, chars: 10_620 }

/** Read with one message. */
const AT_ONCE = 4
const PART_CHARS = 120
const MOST_PARTS = 16
/** What a worker says at its end. */
export const REPORT =
  'Scope: the part I was given. Result: it holds, and one case is not covered. Key files: its file. Files changed: none. Issues: none.'

/** What begins the parent's first turn. */
export const LEARN = 'Read the sources and tell me how the parser works.'
/** What begins a turn in which the parent's model forks by itself. */
export const FAN_OUT = 'Have every part looked into at once.'

/** The order of the n-th worker, by which the model knows its part. */
export function orderOf(n: number): string {
  return `Look into part ${n} and report what is not covered.`
}

/** Writes what the parent reads, and one file for each worker. */
export function writeSources(folder: string, { files, chars }: Sources = SMALL): void {
  for (let n = 0; n < files; n++) writeFileSync(join(folder, `source-${n}.ts`), prose(n, chars))
  for (let n = 0; n < MOST_PARTS; n++) writeFileSync(join(folder, `part-${n}.ts`), prose(n + 50, PART_CHARS))
}

/**
 * Whoever has not read the sources reads them, four with one message; a worker then reads its part and reports. A fork
 * has read them with its parent.
 *
 * @param workers how many the parent's model starts when it is asked to
 */
export function parserModel(workers = 0, { files }: Sources = SMALL): Script {
  const exploring = Math.ceil(files / AT_ONCE)
  return ({ directive, lastUser, body, ownAssistantCount: step }) => {
    if (directive !== null) return work(directive, step)
    const order = readUserMessage(body.messages[0]).said
    if (step < exploring) return explore(step * AT_ONCE, Math.min(files, (step + 1) * AT_ONCE))
    if (order !== LEARN) return work(order, step - exploring)
    if (lastUser.said === FAN_OUT) return fanOut(workers)
    return step === exploring ? reply(thinking('The cursor is the heart of it.'), prose(9, 600)) : reply('Noted.')
  }
}

function explore(from: number, to: number): Reply {
  const reads = Array.from({ length: to - from }, (_, n) => call('read', { file_path: `source-${from + n}.ts` }))
  return reply(thinking('All of them matter.'), 'I read the sources first.', ...reads)
}

function work(order: string, step: number): Reply {
  const part = /part (\d+)/.exec(order)?.[1]
  if (part === undefined) throw new Error(`an order without a part: ${order}`)
  return step === 0 ? reply(`I read part ${part}.`, call('read', { file_path: `part-${part}.ts` })) : reply(REPORT)
}

/** One message that starts so many forks. */
export function fanOut(workers: number): Reply {
  const calls = Array.from({ length: workers }, (_, n) =>
    call('Agent', { description: `Part ${n}`, prompt: orderOf(n), isolation: 'none' }),
  )
  return reply(thinking('They do not overlap.'), 'Each part gets a worker.', ...calls)
}
