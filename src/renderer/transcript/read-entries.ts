// What a turn shows, in order: stored items joined with what still streams, calls that follow each other taken together. Pure.
import type { Attachment } from '../../shared/domain/attachment'
import type { Item, ToolItem } from '../../shared/domain/turn'
import type { LiveItem } from '../../shared/projection/session-view'

/** A call as it is shown; `writing` while the model is still writing its input. */
export interface Call
  extends Pick<ToolItem, 'id' | 'name' | 'input' | 'output' | 'outputBytes' | 'isError' | 'coloured' | 'images'> {
  state: ToolItem['state'] | 'writing'
  toolUseId: string | null
  startedAt: number | null
  endedAt: number | null
  threadIds: readonly string[]
  /** What the model asked for, when a person changed it before allowing. */
  originalInput?: unknown
  /** The last part of the output of a running call. */
  tail: string
}

export type Entry =
  | { kind: 'prompt'; id: string; text: string; attachments: readonly Attachment[]; at: number }
  /** `at`: EpochMs when it was whole; null while it streams. */
  | { kind: 'text'; id: string; text: string; streaming: boolean; partial: boolean; at: number | null }
  | { kind: 'thinking'; id: string; text: string; streaming: boolean; redacted: boolean }
  | { kind: 'calls'; id: string; calls: readonly Call[] }
  | { kind: 'notice'; id: string; text: string; level: 'info' | 'warning' | 'error' }
  | { kind: 'report'; id: string; text: string; fromThreadId: string; status: ReportStatus }

export type ReportStatus = 'completed' | 'failed' | 'stopped' | 'turn-limit' | 'brought back'

const NONE: readonly never[] = []

/** The entries of a turn. `items` and `live` may be missing: then nothing of it is known yet. */
export function readEntries(items: readonly Item[] = NONE, live: readonly LiveItem[] = NONE): Entry[] {
  const tails = new Map(live.filter((each) => each.channel === 'output').map((each) => [each.id, each.text]))
  const stored = new Set(items.map((item) => item.id))
  const entries: Entry[] = []
  for (const item of items) add(entries, fromItem(item, tails.get(item.id) ?? ''))
  for (const each of live) if (!stored.has(each.id)) add(entries, fromLive(each))
  return entries
}

function add(entries: Entry[], entry: Entry | null) {
  if (!entry) return
  const last = entries.at(-1)
  if (entry.kind === 'calls' && last?.kind === 'calls') {
    entries[entries.length - 1] = { ...last, calls: [...last.calls, ...entry.calls] }
  } else entries.push(entry)
}

/** What a stored item says never changes, so its entry is made once: an entry that is the same object need not render again. */
const known = new WeakMap<Item, Entry>()

function fromItem(item: Item, tail: string): Entry {
  const before = tail === '' ? known.get(item) : undefined
  if (before) return before
  const entry = entryOf(item, tail)
  if (tail === '') known.set(item, entry)
  return entry
}

function entryOf(item: Item, tail: string): Entry {
  const { id } = item
  switch (item.kind) {
    case 'user':
      return { kind: 'prompt', id, text: item.text, attachments: item.attachments ?? NONE, at: item.at }
    case 'text':
      return { kind: 'text', id, text: item.text, streaming: false, partial: item.partial === true, at: item.at }
    case 'thinking':
      return { kind: 'thinking', id, text: item.text, streaming: false, redacted: item.redacted === true }
    case 'tool':
      return { kind: 'calls', id, calls: [{ ...item, threadIds: item.threadIds ?? NONE, tail }] }
    case 'notice':
      return { kind: 'notice', id, text: item.text, level: item.level }
    case 'notification':
      return { kind: 'report', id, text: item.text, fromThreadId: item.fromThreadId, status: item.status }
    case 'broughtBack':
      return { kind: 'report', id, text: item.text, fromThreadId: item.fromThreadId, status: 'brought back' }
  }
}

function fromLive({ id, channel, text, name }: LiveItem): Entry | null {
  switch (channel) {
    case 'text':
      return { kind: 'text', id, text, streaming: true, partial: false, at: null }
    case 'thinking':
      return { kind: 'thinking', id, text, streaming: true, redacted: false }
    case 'input':
      return { kind: 'calls', id, calls: [writtenCall(id, name ?? '', text)] }
    case 'output':
      // The call itself is not known yet; its output is shown once it is.
      return null
  }
}

function writtenCall(id: string, name: string, partialJson: string): Call {
  return {
    id,
    name,
    input: readPartialInput(partialJson),
    state: 'writing',
    toolUseId: null,
    output: '',
    outputBytes: 0,
    isError: false,
    startedAt: null,
    endedAt: null,
    threadIds: NONE,
    tail: '',
  }
}

/**
 * The text fields that are already whole in a JSON object that is still being written, and as much as there is of the one
 * that is not.
 */
export function readPartialInput(partialJson: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [, name, value] of partialJson.matchAll(/"([\w-]+)"\s*:\s*"((?:[^"\\]|\\.)*)/gs)) {
    if (name !== undefined && value !== undefined) fields[name] = unquote(value)
  }
  return fields
}

function unquote(written: string): string {
  // An escape that is cut at the very end is left out; it is whole with the next delta.
  const whole = written.replace(/\\u[0-9a-fA-F]{0,3}$/, '')
  try {
    return JSON.parse(`"${whole}"`) as string
  } catch (error) {
    if (error instanceof SyntaxError) return whole
    throw error
  }
}

/** Whether two entries say the same, told without reading long texts twice. */
export function sameEntry(a: Entry, b: Entry): boolean {
  if (a === b) return true
  if (a.kind === 'calls' && b.kind === 'calls') {
    return a.calls.length === b.calls.length && a.calls.every((call, index) => call === b.calls[index])
  }
  return a.kind === 'text' && b.kind === 'text' && a.id === b.id && a.streaming === b.streaming && a.text === b.text
}

/** The first thing the person said in the turn. */
export function promptOf(entries: readonly Entry[]): string | null {
  const prompt = entries.find((entry) => entry.kind === 'prompt')
  return prompt?.kind === 'prompt' ? prompt.text : null
}

/** Everything the person attached in the turn. */
export function attachmentsOf(entries: readonly Entry[]): readonly Attachment[] {
  return entries.flatMap((entry) => (entry.kind === 'prompt' ? entry.attachments : NONE))
}

/** What the model said last: what a folded turn shows one line of, and what Copy copies. */
export function answerOf(entries: readonly Entry[]): string {
  const texts: string[] = []
  for (const entry of entries.toReversed()) {
    if (entry.kind === 'text') texts.unshift(entry.text)
    else if (entry.kind === 'calls' && texts.length > 0) break
  }
  return texts.join('\n\n')
}
