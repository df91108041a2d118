// Content replacement: which large tool results are sent as a preview, and the exact text sent instead.

export interface ReplacementLimits {
  resultChars: number
  messageChars: number
  previewChars: number
}

export interface ResultForReplacement {
  toolUseId: string
  /** The result's text; null for results with images, which are left alone. */
  text: string | null
}

/**
 * Decides, once, which results of one user message are replaced: each over its own limit, then the largest ones until
 * the message fits. Empty results and results with images are left alone.
 *
 * @returns the ids to replace
 */
export function chooseReplacements(results: readonly ResultForReplacement[], limits: ReplacementLimits): Set<string> {
  const chosen = new Set<string>()
  let total = 0
  const kept: { toolUseId: string; size: number }[] = []
  for (const { toolUseId, text } of results) {
    if (text === null || text === '') continue
    if (text.length > limits.resultChars) {
      chosen.add(toolUseId)
      total += limits.previewChars
    } else {
      kept.push({ toolUseId, size: text.length })
      total += text.length
    }
  }
  for (const { toolUseId, size } of kept.sort((a, b) => b.size - a.size)) {
    if (total <= limits.messageChars || size <= limits.previewChars) break
    chosen.add(toolUseId)
    total -= size - limits.previewChars
  }
  return chosen
}

/**
 * The text sent instead of a large result: its head, its size, and where the rest can be read by range.
 *
 * @param path where the whole text is stored, readable with the `read` tool
 */
export function replacementText(text: string, path: string, previewChars: number): string {
  const head = cutAt(text, previewChars)
  const lines = text.split(/\r\n|\r|\n/).length
  return `${head}\n\n[The first ${head.length} of ${text.length} characters (${lines} lines). The whole output is stored; read it by range with read: ${path}]`
}

/** Cuts a text to at most `max` UTF-16 units without splitting a character. */
export function cutAt(text: string, max: number): string {
  if (text.length <= max) return text
  const code = text.charCodeAt(max - 1)
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? max - 1 : max)
}
