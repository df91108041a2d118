// The provider's own web tools: it searches and fetches while it answers, so that calls and results stand in the model's message.
import { wireJson } from './wire-snapshot'

export type ServerToolChoice = 'none' | 'search' | 'fetch' | 'both'

/** At most so many in one answer. */
const MOST_USES = 8

/**
 * The definitions as they are frozen with the other tools; held to the domains, without which there are none.
 * Source: the Messages API's tool types `web_search_20250305` and `web_fetch_20250910`.
 */
export function serverTools(choice: ServerToolChoice, domains: readonly string[]): Record<string, unknown>[] {
  if (domains.length === 0) return []
  const held = { allowed_domains: [...domains], max_uses: MOST_USES }
  return [
    ...(choice === 'search' || choice === 'both' ? [{ type: 'web_search_20250305', name: 'web_search', ...held }] : []),
    ...(choice === 'fetch' || choice === 'both' ? [{ type: 'web_fetch_20250910', name: 'web_fetch', ...held }] : []),
  ]
}

/** Whether a block is what came of a call the provider made itself. */
export function isServerResult(type: string): boolean {
  return type.endsWith('_tool_result')
}

export interface ServerCallFacts {
  type: string
  id?: unknown
  toolUseId?: unknown
}

/** The ids of the provider's calls among these blocks of one message that none of them answers, in order. */
export function openServerCalls(blocks: readonly ServerCallFacts[]): string[] {
  const answered = new Set(blocks.filter(({ type }) => isServerResult(type)).map(({ toolUseId }) => toolUseId))
  return blocks.flatMap(({ type, id }) => (type === 'server_tool_use' && !answered.has(id) ? [String(id)] : []))
}

/**
 * What closes a call of the provider's that will never be answered: a paused answer was not gone on with. The message it stands in
 * would be refused without.
 */
export function closingServerResult(name: string, id: string): { type: string; json: string } {
  const type = name === 'web_fetch' ? 'web_fetch_tool_result' : 'web_search_tool_result'
  const content = { type: `${type}_error`, error_code: 'unavailable' }
  return { type, json: wireJson({ type, tool_use_id: id, content }) }
}
