// Guards against the grammar reading a line otherwise than bash does. What fails a check is "not understood".
import type { Node } from 'web-tree-sitter'
import { doubt, type ShellDraft } from './shell-draft'

// The grammar takes many characters for blanks that are parts of words to bash; some also mislead a reader.
const MISLEADING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u00a0\u00ad\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** Characters that bash and the grammar, or bash and a reader, see differently. */
export function misleadingCharacter(source: string): string | null {
  const found = MISLEADING.exec(source)
  if (!found) return null
  const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return `it contains the character U+${code}, which is easily misread`
}

const BLANKS = /^(?:[ \t]|\\\n)*$/
const BLANKS_AND_LINES = /^(?:[ \t\n]|\\\n)*$/

/** The text between two tokens must be what bash skips: blanks, ends of lines where they may be, joined lines. */
export function checkGap(draft: ShellDraft, from: number, to: number, lines: boolean): void {
  const gap = draft.source.slice(from, to)
  if (gap === '') return
  if (!(lines ? BLANKS_AND_LINES : BLANKS).test(gap)) {
    doubt(draft, 'its words are separated by something unusual')
    return
  }
  // Without a blank besides them, joined lines make one word of two (a blank before may belong to a word: `a\ \⏎b`).
  if (gap.replaceAll('\\\n', '') === '') doubt(draft, 'a line break joins two words')
}

/** Two words next to each other without a blank would be one word to bash. */
export function checkApart(draft: ShellDraft, before: Node, after: Node): void {
  if (before.endIndex >= after.startIndex) doubt(draft, 'two of its words touch')
}

/** To bash a comment begins only where a word could. */
export function checkComment(draft: ShellDraft, comment: Node): void {
  const before = draft.source[comment.startIndex - 1] ?? '\n'
  const joined = draft.source.slice(0, comment.startIndex).endsWith('\\\n')
  if (joined || !/[\s;&|()]/.test(before)) doubt(draft, 'a “#” stands where bash sees no comment')
}

/** A reserved word is one only when it stands alone. */
export function checkReserved(draft: ShellDraft, token: Node): void {
  if (!/^(?:[a-z]+|[{}!]|\[\[?|\]\]?)$/.test(token.type)) return
  const before = draft.source[token.startIndex - 1] ?? ' '
  const after = draft.source[token.endIndex] ?? ' '
  const opens = /^(?:[{!]|\[\[?)$/.test(token.type)
  if (!/[\s;&|()`]/.test(before) || !(opens ? /\s/ : /[\s;&|()<>`]/).test(after)) {
    doubt(draft, `“${token.type}” touches a word`)
  }
}
