// Owns the model of the cost measurements: a parent that reads some files, and workers that know them or have to read them again.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, reply, thinking } from '../../src/simulator/script/builders'
import { readUserMessage } from '../../src/simulator/script/conversation'
import type { Reply } from '../../src/simulator/script/reply'
import type { Script } from '../../src/simulator/script/script'
import { prose } from './words'

/** Chosen so that what forks inherit is about 16,750 tokens, the prefix that other tools were measured with. */
const SOURCES = 4
const SOURCE_CHARS = 11_600
const PART_CHARS = 120
const MOST_PARTS = 16
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
export function writeSources(folder: string): void {
  for (let n = 0; n < SOURCES; n++) writeFileSync(join(folder, `source-${n}.ts`), prose(n, SOURCE_CHARS))
  for (let n = 0; n < MOST_PARTS; n++) writeFileSync(join(folder, `part-${n}.ts`), prose(n + 50, PART_CHARS))
}

/**
 * Whoever has not read the sources reads them, with one call for each in one message; a worker then reads its part and
 * reports. A fork has read them with its parent.
 *
 * @param workers how many the parent's model starts when it is asked to
 */
export function parserModel(workers = 0): Script {
  return ({ directive, lastUser, body, ownAssistantCount: step }) => {
    if (directive !== null) return work(directive, step)
    const order = readUserMessage(body.messages[0]).said
    if (step === 0) return explore()
    if (order !== LEARN) return work(order, step - 1)
    if (lastUser.said === FAN_OUT) return fanOut(workers)
    return step === 1 ? reply(thinking('The cursor is the heart of it.'), prose(9, 600)) : reply('Noted.')
  }
}

function explore(): Reply {
  const reads = Array.from({ length: SOURCES }, (_, n) => call('read', { file_path: `source-${n}.ts` }))
  return reply(thinking('All of them matter.'), 'I read the sources first.', ...reads)
}

function work(order: string, step: number): Reply {
  const part = /part (\d+)/.exec(order)?.[1]
  if (part === undefined) throw new Error(`an order without a part: ${order}`)
  return step === 0 ? reply(`I read part ${part}.`, call('read', { file_path: `part-${part}.ts` })) : reply(REPORT)
}

export function fanOut(workers: number): Reply {
  const calls = Array.from({ length: workers }, (_, n) =>
    call('Agent', { description: `Part ${n}`, prompt: orderOf(n), isolation: 'none' }),
  )
  return reply(thinking('They do not overlap.'), 'Each part gets a worker.', ...calls)
}
