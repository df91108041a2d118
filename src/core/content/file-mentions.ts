// Files a person names with `@` in a message.

export interface FileMention {
  /** What may be meant, the likeliest first: as written, then without punctuation that may belong to the sentence. */
  paths: readonly string[]
  /** The lines asked for (`@src/a.ts#L10-20`), counted from 1; null: all of it. */
  lines: { from: number; to: number } | null
}

/** An `@` at the beginning of a word; in quotes a path may hold spaces. As the composer writes them. */
const MENTION = /(?<=^|[\s([{'“])@(?:"([^"\n]+)"|([^\s"@]+))/g
/** What is longer is no path, and what comes behind so many is no message but a text that was put in. */
const MOST_CHARS = 4_000
const MOST_MENTIONS = 300
const CODE = /^(```|~~~)[\s\S]*?^\1|`[^`\n]+`/gm
const LINES = /#L(\d{1,7})(?:-L?(\d{1,7}))?$/
const SENTENCE = /[.,;:!?)\]}'”>]+$/

/** The mentions of a text, each once, in the order of the text. What stands in code is code: `@Component` is no file. */
export function fileMentions(text: string): FileMention[] {
  const plain = text.replace(CODE, (code) => ' '.repeat(code.length))
  const found = new Map<string, FileMention>()
  for (const [, quoted, bare] of plain.matchAll(MENTION)) {
    const written = quoted ?? bare ?? ''
    if (found.size >= MOST_MENTIONS) break
    if (written.length > MOST_CHARS || found.has(written)) continue
    found.set(written, mentionOf(written, quoted !== undefined))
  }
  return [...found.values()]
}

function mentionOf(written: string, quoted: boolean): FileMention {
  const trimmed = quoted ? written : written.replace(SENTENCE, '')
  const range = LINES.exec(trimmed)
  const lines = range && linesOf(Number(range[1]), range[2] === undefined ? null : Number(range[2]))
  const path = range ? trimmed.slice(0, range.index) : trimmed
  const paths = [...new Set(range ? [path] : [written, trimmed])].filter((each) => each !== '')
  return { paths, lines }
}

function linesOf(from: number, to: number | null): { from: number; to: number } {
  const first = Math.max(1, from)
  return { from: first, to: Math.max(first, to ?? first) }
}
