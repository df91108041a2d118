// Reading what is stored of a thread: its turns, its requests, the whole output of a call, the ledger.
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { addMoney } from '../../core/pricing/cost'
import type { CommandResult, ParsedInput } from '../../shared/contract/commands'
import { FailureError } from '../../shared/contract/failure'
import type { Item } from '../../shared/domain/turn'
import { addUsage, type Money, NO_USAGE } from '../../shared/domain/units'
import type { HostParts } from './host-parts'
import { rebuildBody } from './ledger/rebuild-request'
import type { ToolContent } from './ports/tools'
import { callOf, sessionOf, threadOf } from './threads'
import { textOf } from './turn/results'
import { requestView, turnView } from './views'

type ReadParts = Pick<HostParts, 'store' | 'hash' | 'outputsDir'>

/** A page of a thread's own turns with their items, oldest first. */
export function readThread(parts: ReadParts, input: ParsedInput<'thread.read'>): CommandResult<'thread.read'> {
  const { store } = parts
  threadOf(store, input.threadId)
  const { turns, more } = store.turns.page(input.threadId, input.before, input.limit)
  const items = Map.groupBy(store.items.ofTurns(turns.map((turn) => turn.id)), (item: Item) => item.turnId)
  return { turns: turns.map((turn) => ({ ...turnView(turn), items: items.get(turn.id) ?? [] })), more }
}

/** A stretch of a call's whole output: from its file where it was stored beside the database. */
export async function readOutput(
  parts: ReadParts,
  input: ParsedInput<'tool.output'>,
): Promise<CommandResult<'tool.output'>> {
  const { store } = parts
  const call = callOf(store, input.threadId, input.toolUseId)
  const file = store.replacements.get(input.threadId, input.toolUseId)?.outputFile
  const text = file
    ? await readWhole(join(parts.outputsDir, file))
    : (textOf(JSON.parse(call.resultJson ?? '""') as ToolContent) ?? '')
  return { text: text.slice(input.offset, input.offset + input.limit), totalChars: text.length }
}

/** Characters of base64 that are handed to a page; what the read tool gives back is smaller. */
const IMAGE_CHARS = 8_000_000
const SHOWN_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/**
 * One image of a call's result, as a `data:` address.
 *
 * @throws FailureError `not_found` for a call or an image there is none of
 */
export function readImage(
  { store }: Pick<ReadParts, 'store'>,
  { threadId, toolUseId, index }: ParsedInput<'tool.image'>,
): CommandResult<'tool.image'> {
  const content = JSON.parse(callOf(store, threadId, toolUseId).resultJson ?? '""') as ToolContent
  const images = typeof content === 'string' ? [] : content.flatMap((block) => (block.type === 'image' ? block : []))
  const source = images[index]?.source
  if (!source)
    throw new FailureError('not_found', `The call ${toolUseId} gave back no such image.`, { toolUseId, index })
  const fits = source.data.length <= IMAGE_CHARS && SHOWN_TYPES.has(source.media_type)
  return { image: fits ? `data:${source.media_type};base64,${source.data}` : null }
}

async function readWhole(path: string): Promise<string> {
  const handle = await open(path, 'r').catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    throw new FailureError('store.unreadable', 'The saved output is gone: somebody removed its file.', { path })
  })
  try {
    return await handle.readFile('utf8')
  } finally {
    await handle.close()
  }
}

export function listRequests(parts: ReadParts, threadId: string): CommandResult<'request.list'> {
  threadOf(parts.store, threadId)
  return { requests: parts.store.requests.ofThread(threadId).map(requestView) }
}

/** Rebuilds the exact text of a request from what is stored, and checks it against the hash of what was sent. */
export function readRequest(parts: ReadParts, requestId: string): CommandResult<'request.read'> {
  const { store } = parts
  const request = store.requests.get(requestId)
  if (!request) throw new FailureError('not_found', `There is no request ${requestId}.`, { requestId })
  const body = rebuildBody(parts, request)
  if (parts.hash(body) !== request.bodyHash)
    throw new FailureError(
      'store.unreadable',
      'The stored parts of this request no longer give the text that was sent.',
      {
        requestId,
      },
    )
  return { ...requestView(request), body }
}

export function readLedger(parts: ReadParts, sessionId: string): CommandResult<'ledger.read'> {
  sessionOf(parts.store, sessionId)
  const nothing: Money = { nanoUsd: null, withoutSharingNanoUsd: null }
  const threads = parts.store.requests.sums(sessionId).map((sum) => ({
    threadId: sum.threadId,
    requests: sum.requests,
    notReported: sum.notReported,
    usage: sum.usage,
    money: { nanoUsd: sum.nanoUsd, withoutSharingNanoUsd: sum.withoutSharingNanoUsd },
    forecastNanoUsd: sum.forecastNanoUsd,
  }))
  return {
    threads,
    total: {
      notReported: threads.reduce((total, row) => total + row.notReported, 0),
      usage: threads.reduce((total, row) => addUsage(total, row.usage), NO_USAGE),
      money: threads.reduce((total, row) => addMoney(total, row.money), nothing),
    },
  }
}
