// Reads a conversation the way a model would: who said what last, which calls got which results, is this a fork.
import { blocksOf, type Message, type MessagesBody, type ToolResultBlock } from '../validation/body-schema'

export type CallSeen = {
  id: string
  name: string
  input: Record<string, unknown>
  /** Null while it is not answered. */
  result: string | null
  isError: boolean
  /** Index of the assistant message that made the call. */
  message: number
}

/**
 * One `<task-notification>` element: fields by tag name (`tag_attribute` for attributes), `_` for `-`, texts
 * unescaped.
 */
export type NotificationSeen = { text: string; fields: Record<string, string> }

export type LastUser = {
  /** The text blocks of the message, in order. */
  texts: string[]
  /** What a person (or a directive) said: texts that are not elements put there by the app. Joined by newlines. */
  said: string
  toolResults: { toolUseId: string; text: string; isError: boolean }[]
  notifications: NotificationSeen[]
}

const boilerplateTag = '<fork-boilerplate>'
const appElement = /^\s*<([a-z][a-z-]*)(\s[^>]*)?>[\s\S]*<\/\1>\s*$/

/** What the last user message holds. */
export function readLastUser(body: MessagesBody): LastUser {
  const message = body.messages.findLast((each) => each.role === 'user')
  return readUserMessage(message)
}

/** What one user message holds. */
export function readUserMessage(message: Message | undefined): LastUser {
  const texts = textsOf(message)
  return {
    texts,
    said: texts.filter((text) => !isAppText(text)).join('\n'),
    toolResults: resultsOf(message).map((block) => ({
      toolUseId: block.tool_use_id,
      text: resultText(block),
      isError: block.is_error === true,
    })),
    notifications: texts.flatMap(readNotifications),
  }
}

/** Index of the last user message in which somebody said something: where the current task begins. -1 if none. */
export function taskStart(body: MessagesBody): number {
  return body.messages.findLastIndex(
    (message) => message.role === 'user' && textsOf(message).some((text) => !isAppText(text)),
  )
}

/** Index of the user message that made this conversation a fork, or -1. */
export function forkStart(body: MessagesBody): number {
  return body.messages.findLastIndex(
    (message) => message.role === 'user' && textsOf(message).some((text) => text.includes(boilerplateTag)),
  )
}

/** The directive of a fork: the last text block of the message that brought the boilerplate. Null outside of forks. */
export function readDirective(body: MessagesBody): string | null {
  const start = forkStart(body)
  if (start < 0) return null
  return textsOf(body.messages[start]).at(-1) ?? null
}

/** Every call from message `from` on, with its result if it has one. */
export function readCalls(body: MessagesBody, from = 0): CallSeen[] {
  const results = new Map<string, ToolResultBlock>()
  for (const message of body.messages) for (const block of resultsOf(message)) results.set(block.tool_use_id, block)
  return body.messages.flatMap((message, index) =>
    index < from
      ? []
      : blocksOf(message).flatMap((block) => {
          if (block.type !== 'tool_use') return []
          const result = results.get(block.id)
          const text = result === undefined ? null : resultText(result)
          const { id, name, input } = block
          return [{ id, name, input, result: text, isError: result?.is_error === true, message: index }]
        }),
  )
}

/** The texts of a message. */
export function textsOf(message: Message | undefined): string[] {
  if (message === undefined) return []
  return blocksOf(message).flatMap((block) => (block.type === 'text' ? [block.text] : []))
}

function isAppText(text: string): boolean {
  return appElement.test(text)
}

function resultsOf(message: Message | undefined): ToolResultBlock[] {
  if (message === undefined) return []
  return blocksOf(message).flatMap((block) => (block.type === 'tool_result' ? [block] : []))
}

function resultText(block: ToolResultBlock): string {
  if (block.content === undefined) return ''
  if (typeof block.content === 'string') return block.content
  return block.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}

function readNotifications(text: string): NotificationSeen[] {
  return [...text.matchAll(/<task-notification[^>]*>([\s\S]*?)<\/task-notification>/g)].map(([whole, inner = '']) => {
    const fields: Record<string, string> = {}
    for (const [, tag = '', value = ''] of inner.matchAll(/<([a-z][a-z_-]*)>([\s\S]*?)<\/\1>/g)) {
      fields[tag.replaceAll('-', '_')] = unescapeXml(value).trim()
    }
    for (const [, tag = '', attributes = ''] of inner.matchAll(/<([a-z][a-z_-]*)((?:\s[a-z-]+="[^"]*")+)\s*\/>/g)) {
      for (const [, name = '', value = ''] of attributes.matchAll(/([a-z-]+)="([^"]*)"/g)) {
        fields[`${tag}_${name}`.replaceAll('-', '_')] = unescapeXml(value)
      }
    }
    return { text: whole, fields }
  })
}

function unescapeXml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
