// What the demo model is being asked right now: the current turn, and the words in it that begin a task.
import { forkStart, readUserMessage, textsOf } from '../script/conversation'
import { blocksOf, type MessagesBody } from '../validation/body-schema'

export type Said = { message: number; words: string }

/**
 * The words said in the current turn, oldest first. A turn begins after the last answer without calls, or with the
 * message that made this a fork.
 */
export function saidInTurn(body: MessagesBody): Said[] {
  const fork = forkStart(body)
  const lastEnd = body.messages.findLastIndex(
    (message, index) =>
      message.role === 'assistant' &&
      index < body.messages.length - 1 &&
      !blocksOf(message).some((block) => block.type === 'tool_use'),
  )
  const start = Math.max(fork, lastEnd + 1, 0)
  return body.messages.flatMap((message, offset) => {
    if (offset < start || message.role !== 'user') return []
    if (offset === fork) return [{ message: offset, words: textsOf(message).at(-1) ?? '' }]
    const words = readUserMessage(message).said.trim()
    return words === '' ? [] : [{ message: offset, words }]
  })
}

/** The summary of a conversation: what the person said, in order, each cut to a line. */
export function whatWasAsked(body: MessagesBody): string {
  const words = body.messages.flatMap((message) =>
    message.role === 'user' ? [readUserMessage(message).said.trim().split('\n')[0]?.slice(0, 200) ?? ''] : [],
  )
  const list = words.filter((each) => each !== '').map((each) => `- ${each}`)
  return ['So far the person asked:', ...(list.length > 0 ? list : ['- nothing'])].join('\n')
}
