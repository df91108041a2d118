// One entry of a Claude Code transcript, as far as it is needed: whatever is not known is passed over, and never an error.
import type { JsonObject } from './line-objects'

interface Placed {
  uuid: string
  parentUuid: string | null
  /** The line of a side conversation, and whose. */
  sidechain: boolean
  agentId: string | null
  /** EpochMs; null: the entry does not say. */
  at: number | null
}

/** Something said, or a result. */
export interface MessageEntry extends Placed {
  kind: 'prompt' | 'results' | 'assistant'
  content: readonly JsonObject[]
  /** The id of the answer a line is a part of: one line holds one block. */
  messageId: string | null
  /** Written by the program, not by the person. */
  meta: boolean
  /** The summary an earlier part of the conversation goes on from. */
  summary: boolean
  /** Written while the model worked: it begins no turn. */
  steers: boolean
  /** The program's own words in the place of an answer; the model never said them. */
  synthetic: boolean
  /** The agent whose result this is. */
  startedAgent: string | null
}

/** Only a link of the chain. */
interface PassingEntry extends Placed {
  kind: 'passing'
}

interface TitleEntry {
  kind: 'title'
  title: string
  /** A person's own title goes before one that was made. */
  rank: number
}

export type TranscriptEntry = MessageEntry | PassingEntry | TitleEntry

const TITLES: Record<string, readonly [field: string, rank: number]> = {
  summary: ['summary', 1],
  'ai-title': ['aiTitle', 2],
  'custom-title': ['customTitle', 3],
}

/** Reads one object of a transcript; null: it holds nothing of the conversation. */
export function readEntry(object: JsonObject): TranscriptEntry | null {
  const type = textOf(object.type)
  const named = type === null ? undefined : Object.hasOwn(TITLES, type) ? TITLES[type] : undefined
  if (named) {
    const title = textOf(object[named[0]])?.trim()
    return title ? { kind: 'title', title, rank: named[1] } : null
  }
  const uuid = textOf(object.uuid)
  if (uuid === null) return null
  const placed: Placed = {
    uuid,
    parentUuid: textOf(object.parentUuid) ?? textOf(object.logicalParentUuid),
    sidechain: object.isSidechain === true,
    agentId: textOf(object.agentId),
    at: timeOf(object.timestamp),
  }
  if (type === 'user' || type === 'assistant') return messageEntry(type, object, placed)
  const queued = type === 'attachment' ? queuedPrompt(object.attachment) : null
  if (queued) return { ...placed, ...NOTHING_SPECIAL, kind: 'prompt', content: queued, steers: true }
  return { ...placed, kind: 'passing' }
}

const NOTHING_SPECIAL = {
  messageId: null,
  meta: false,
  summary: false,
  steers: false,
  synthetic: false,
  startedAgent: null,
} as const

function messageEntry(type: 'user' | 'assistant', object: JsonObject, placed: Placed): MessageEntry {
  const message = objectOf(object.message) ?? {}
  const content = contentOf(message.content)
  const result = objectOf(object.toolUseResult)
  const isResult = type === 'user' && content.some((block) => block.type === 'tool_result')
  return {
    ...placed,
    kind: type === 'assistant' ? 'assistant' : isResult ? 'results' : 'prompt',
    content,
    messageId: type === 'assistant' ? textOf(message.id) : null,
    meta: object.isMeta === true,
    summary: object.isCompactSummary === true,
    steers: false,
    synthetic: type === 'assistant' && (object.isApiErrorMessage === true || message.model === '<synthetic>'),
    startedAgent: textOf(result?.agentId),
  }
}

/** What a person wrote while the model worked reaches it as an attachment. */
function queuedPrompt(attachment: unknown): JsonObject[] | null {
  const queued = objectOf(attachment)
  if (queued?.type !== 'queued_command') return null
  const content = contentOf(queued.prompt)
  return content.length === 0 ? null : content
}

/** The content blocks of a message; a text is one block. */
export function contentOf(content: unknown): JsonObject[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.map(objectOf).filter((block) => block !== null) : []
}

export function objectOf(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** The last moment of the year 9999: what claims to be later is no time. */
const LATEST = 253_402_300_799_999

function timeOf(value: unknown): number | null {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isFinite(at) && at >= 0 && at <= LATEST ? at : null
}
