/** A notice of a failure, taken apart: what a person reads first, and what helps whoever has to find out. */
export interface NoticeParts {
  sentence: string
  /** The provider's id of the request that failed. */
  requestId: string | null
  /** The code of the failure, such as `provider.auth`. */
  code: string | null
}

/** Takes the text of a notice apart; what does not end with a code is one sentence as a whole. */
export function readNotice(text: string): NoticeParts {
  const found = /^(.*?)(?:\s+Request (\S+?)\.)?\s+\[([a-z]+(?:[._][a-z_]+)*)\]$/s.exec(text)
  if (!found?.[1]) return { sentence: text, requestId: null, code: null }
  return { sentence: found[1], requestId: found[2] ?? null, code: found[3] ?? null }
}
