// How much of what a request takes in all is taken: by images, by pages, by its size.
import { mediaIn, weightOf } from '../../../core/content/media-in-block'
import { FULL_CHARS, FULL_IMAGES, mostPages, REQUEST_CHARS, REQUEST_IMAGES } from '../../../core/content/media-limits'
import { modelFacts } from '../../../core/pricing/model-table'
import { blocksInEpoch } from '../../../core/wire/wire-block'
import type { BlockRecord, EpochRecord, ThreadRecord } from '../../store/records'
import type { HostParts } from '../host-parts'
import type { ToolOutcome } from '../ports/tools'

interface Room {
  chars: number
  images: number
  pages: number
}

type RoomParts = Pick<HostParts, 'store'>

const PLAIN = new Set(['text', 'thinking', 'redacted_thinking', 'tool_use'])
/** A block never changes, and the same one is asked for at every step. */
const measured = new WeakMap<object, Room>()
const weighed = new WeakMap<object, number>()

/** The length of a block for what is reckoned by length: an image counts as what it is billed. */
export function weightOfBlock(block: { json: string }): number {
  const known = weighed.get(block)
  if (known !== undefined) return known
  const weight = weightOf(block.json)
  weighed.set(block, weight)
  return weight
}

/** Whether a thread has to be summarised before its next request is larger than one may be. */
export function isMediaFull(parts: RoomParts, thread: ThreadRecord, epoch: EpochRecord): boolean {
  const { chars, images, pages } = sum(blocksInEpoch(parts.store.blocks.history(thread.id), epoch).map(roomOfBlock))
  return chars >= FULL_CHARS || images >= FULL_IMAGES || pages > pagesOf(thread)
}

/**
 * Why no request of a thread could hold this as well, as what goes on behind a name; null where one can.
 *
 * @param added blocks or results that would be sent with all that is there and waits
 */
export function noRoomFor(parts: RoomParts, thread: ThreadRecord, added: readonly string[]): string | null {
  const more = sum(added.map(roomOfJson))
  const { chars, images, pages } = sum([taken(parts, thread), more])
  const most = pagesOf(thread)
  if (more.pages > 0 && pages > most)
    return `does not fit: with it the conversation holds ${pages} pages of PDF, and ${thread.model} takes ${most} at once.`
  if (more.images > 0 && images > REQUEST_IMAGES)
    return `does not fit: with it the conversation holds ${images} images, and a request takes ${REQUEST_IMAGES}.`
  if (chars > REQUEST_CHARS)
    return `does not fit: with it the conversation has ${(chars / 1e6).toFixed(0)} MB, and a request takes ${REQUEST_CHARS / 1e6}.`
  return null
}

/** A result whose images or documents no request would hold says so instead: what is refused once would stay in the conversation for ever. */
export function fitMedia(parts: RoomParts, thread: ThreadRecord, outcome: ToolOutcome): ToolOutcome {
  const { content } = outcome
  if (typeof content === 'string' || content.every(({ type }) => type === 'text')) return outcome
  const problem = noRoomFor(parts, thread, [JSON.stringify(content)])
  return problem === null ? outcome : { content: `This ${problem}`, isError: true }
}

function taken({ store }: RoomParts, thread: ThreadRecord): Room {
  const epoch = store.epochs.current(thread.id)
  const history = store.blocks.history(thread.id)
  const sent = epoch ? blocksInEpoch(history, epoch) : history
  const results = store.toolCalls.unsealed(thread.id).map(({ resultJson }) => roomOfJson(resultJson ?? ''))
  const messages = [
    ...store.pendingTexts.of(thread.id).map(({ id }) => id),
    ...store.turns.queued(thread.id).map(({ id }) => id),
  ]
  const waiting = messages.flatMap((id) => store.attachments.ofMessage(id))
  return sum([
    ...sent.map(roomOfBlock),
    ...results,
    ...waiting.map(({ id }) => roomOfJson(store.attachments.block(id) ?? '')),
  ])
}

function roomOfBlock(block: BlockRecord): Room {
  if (PLAIN.has(block.type)) return { chars: block.json.length, images: 0, pages: 0 }
  const known = measured.get(block)
  if (known) return known
  const room = roomOfJson(block.json)
  measured.set(block, room)
  return room
}

function roomOfJson(json: string): Room {
  const { images, pages } = mediaIn(json)
  return { chars: json.length, images, pages }
}

function sum(rooms: readonly Room[]): Room {
  const total = { chars: 0, images: 0, pages: 0 }
  for (const { chars, images, pages } of rooms) {
    total.chars += chars
    total.images += images
    total.pages += pages
  }
  return total
}

function pagesOf({ model }: ThreadRecord): number {
  return mostPages(modelFacts(model).contextWindow)
}
