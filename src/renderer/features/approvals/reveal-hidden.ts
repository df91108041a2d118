// Characters that change how a text looks without being seen must not hide in what is approved.

export interface TextPart {
  text: string
  /** True for the written name of a character that cannot be seen. */
  hidden: boolean
}

/** Controls but tab and line feed, soft hyphen, zero-width and bidirectional marks, and tags. */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu

/** The text in parts, each hidden character replaced by its code point, such as `U+202E`. */
export function revealHidden(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index), hidden: false })
    const code = match[0].codePointAt(0) ?? 0
    parts.push({ text: `U+${code.toString(16).toUpperCase().padStart(4, '0')}`, hidden: true })
    from = match.index + match[0].length
  }
  if (from < text.length || parts.length === 0) parts.push({ text: text.slice(from), hidden: false })
  return parts
}

/** The same as one text, for where parts cannot be marked: hidden characters stand between angle brackets. */
export function revealedText(text: string): string {
  return revealHidden(text)
    .map((part) => (part.hidden ? `⟨${part.text}⟩` : part.text))
    .join('')
}
