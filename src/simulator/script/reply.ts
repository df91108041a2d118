// What a script answers with. The simulator adds ids, signatures and usage.

/** Holds the stream open at this point until the promise settles. */
export type Gate = { type: 'gate'; until: Promise<unknown> }

export type TextReply = { type: 'text'; parts: readonly (string | Gate)[] }
export type ThinkingReply = { type: 'thinking'; thinking: string }
export type RedactedReply = { type: 'redacted_thinking'; hidden: string }
export type CallReply = {
  type: 'tool_use'
  name: string
  input: Readonly<Record<string, unknown>>
  id?: string
  /** The input breaks off after this many characters of its JSON, as it does at the output limit. */
  cutAfter?: number
  /** Characters of JSON per delta. Small numbers split inside escapes. */
  chunkChars?: number
  /** Writes everything outside of ASCII as `\uXXXX`, so that a delta can split inside a character. */
  ascii?: boolean
}
/** What the server does by itself while it answers: its call, and what came of it unless the turn pauses there. */
export type ServerCallReply = {
  type: 'server_tool_use'
  id: string
  name: 'web_search' | 'web_fetch'
  input: Readonly<Record<string, unknown>>
}
export type ServerResultReply = {
  type: 'web_search_tool_result' | 'web_fetch_tool_result'
  tool_use_id: string
  content: unknown
}
export type ReplyBlock =
  | TextReply
  | ThinkingReply
  | RedactedReply
  | CallReply
  | ServerCallReply
  | ServerResultReply
  | Gate

export type Reply = {
  blocks: readonly ReplyBlock[]
  /** Default: `tool_use` when there is a call, else `end_turn`. Any text is sent as it is. */
  stopReason?: string
  stopSequence?: string
  /** Category of a refusal; goes out as `stop_details`. */
  stopCategory?: string | null
  stopExplanation?: string | null
  /** Wait before the first byte, in milliseconds. */
  delayMs?: number
  /** Wait between deltas, in milliseconds. */
  chunkMs?: number
  /** Characters of text per delta. */
  chunkChars?: number
  /** Billed output, when it should differ from what the blocks amount to. */
  outputTokens?: number
}
