// One word of a command: what it is after quote removal, or that it cannot be known before it runs.
import type { Node } from 'web-tree-sitter'
import type { Word } from '../../../core/permission/shell-analysis'
import { type Decoded, decodeAnsi, decodeBare, decodeDouble, quoted } from './decode-quotes'
import { doubt, type ShellDraft } from './shell-draft'

/** Reads the statements inside a substitution. */
export type ReadInner = (node: Node, draft: ShellDraft) => void

/** Reads a literal, a string, an expansion or several of them in a row as one word. */
export function readWord(node: Node, draft: ShellDraft, readInner: ReadInner): Word {
  const decoded = decode(node, draft, readInner)
  const unknown: Word = { kind: 'dynamic', text: node.text, home: false }
  if (decoded === null || isBraceList(decoded.bare)) return unknown
  const home = decoded.bare.startsWith('~')
  // `~name` is somebody's home, `~+` the current folder.
  if (home && decoded.text.length > 1 && decoded.text[1] !== '/') return unknown
  if (!/[*?[]/.test(decoded.bare)) return { kind: 'literal', text: decoded.text, home }
  const quotedPattern = [...decoded.text].some((char, i) => decoded.bare[i] === '\0' && '*?[]\\'.includes(char))
  return quotedPattern || decoded.text.length !== decoded.bare.length
    ? unknown
    : { kind: 'glob', text: decoded.text, home }
}

/** `{a,b}` and `{1..3}` become several words. */
function isBraceList(bare: string): boolean {
  const open = bare.indexOf('{')
  return open >= 0 && /,|\.\./.test(bare.slice(open)) && bare.includes('}', open)
}

/** @returns null when the value is only known at run time (or not understood at all: then `draft` is told) */
function decode(node: Node, draft: ShellDraft, readInner: ReadInner): Decoded | null {
  switch (node.type) {
    case 'word':
    case 'number':
    case 'test_operator':
    case 'variable_name':
    case 'command_name':
      return node.namedChildCount > 0 ? decodeParts(node, draft, readInner) : decodeToken(node, draft)
    case 'concatenation':
      return decodeParts(node, draft, readInner)
    case 'raw_string':
      return quoted(node.text.slice(1, -1))
    case 'string':
      return decodeString(node, draft, readInner)
    case 'ansi_c_string':
      return decodeAnsiString(node, draft)
    case '$':
      // `$"…"` and `$'…'` are strings of their own to bash.
      if (/["'`({\w]/.test(draft.source[node.endIndex] ?? ' ')) doubt(draft, 'a “$” touches what follows')
      return { text: '$', bare: '$' }
    default:
      readExpansion(node, draft, readInner)
      return null
  }
}

function decodeToken(node: Node, draft: ShellDraft): Decoded | null {
  const decoded = decodeBare(node.text)
  if (decoded === null) doubt(draft, 'it contains a word that could not be read')
  return decoded
}

function decodeAnsiString(node: Node, draft: ShellDraft): Decoded | null {
  const decoded = decodeAnsi(node.text)
  if (decoded === null) doubt(draft, 'it contains a string that could not be read')
  return decoded === 'dynamic' ? null : decoded
}

function decodeParts(node: Node, draft: ShellDraft, readInner: ReadInner): Decoded | null {
  const whole: Decoded = { text: '', bare: '' }
  let known = true
  let end = node.startIndex
  for (const child of node.children) {
    if (child.startIndex !== end) doubt(draft, 'it contains a word with a hole')
    end = child.endIndex
    const part = decode(child, draft, readInner)
    whole.text += part?.text ?? ''
    whole.bare += part?.bare ?? ''
    known &&= part !== null
  }
  if (end !== node.endIndex) doubt(draft, 'it contains a word with a hole')
  return known ? whole : null
}

/** Between the quotes the source itself is read: the tree leaves blanks out. Only expansions come from the tree. */
function decodeString(node: Node, draft: ShellDraft, readInner: ReadInner): Decoded | null {
  const { source } = draft
  let at = node.startIndex + 1
  let text = ''
  let known = true
  const take = (to: number) => {
    const part = decodeDouble(source.slice(at, to))
    const lone = part ?? decodeDouble(source.slice(at, to).replace(/\$(?=[\s.,:;/%=)\]}^~+-]|$)/g, '\\$'))
    if (lone === null) doubt(draft, 'it contains a string that could not be read')
    text += lone?.text ?? ''
  }
  for (const child of node.namedChildren) {
    if (child.type === 'string_content') continue
    take(child.startIndex)
    readExpansion(child, draft, readInner)
    known = false
    at = child.endIndex
  }
  take(node.endIndex - 1)
  if (source[node.startIndex] !== '"' || source[node.endIndex - 1] !== '"' || node.endIndex - node.startIndex < 2) {
    doubt(draft, 'it contains a string that could not be read')
  }
  return known ? quoted(text) : null
}

const PLAIN_EXPANSION = /^\$\{(?:[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[?#@*!$-])\}$/
const PLAIN_ARITHMETIC = /^\$\(\([\d\s+*/%()-]+\)\)$/

function readExpansion(node: Node, draft: ShellDraft, readInner: ReadInner): void {
  switch (node.type) {
    case 'brace_expression':
      return
    case 'simple_expansion':
      if (!/^\$(?:\w+|[?#@*!$-])$/.test(node.text)) doubt(draft, 'a “$” stands apart from its name')
      return
    case 'expansion':
      if (!PLAIN_EXPANSION.test(node.text)) doubt(draft, `it contains the expansion ${shorten(node.text)}`)
      return
    case 'arithmetic_expansion':
      if (!PLAIN_ARITHMETIC.test(node.text)) doubt(draft, 'it computes with values that are not known')
      return
    case 'translated_string':
      for (const child of node.namedChildren) decode(child, draft, readInner)
      return
    case 'command_substitution':
    case 'process_substitution':
      readSubstitution(node, draft, readInner)
      return
    case 'array':
      for (const child of node.namedChildren) decode(child, draft, readInner)
      return
    default:
      doubt(draft, `it contains ${node.type.replaceAll('_', ' ')}, which Tine does not judge`)
  }
}

function readSubstitution(node: Node, draft: ShellDraft, readInner: ReadInner): void {
  draft.flags.substitution = true
  // Between backticks a backslash means something else than outside.
  if (/^\$?`/.test(node.text) && node.text.includes('\\')) doubt(draft, 'it contains a backslash between backticks')
  const before = draft.flags.heredoc
  draft.flags.heredoc = false
  readInner(node, draft)
  // Some versions of bash put the commands after a here-document together wrongly.
  const statements = node.namedChildren.filter(({ type }) => type !== 'comment')
  if (draft.flags.heredoc && statements.length > 1) doubt(draft, 'commands follow a here-document in a substitution')
  draft.flags.heredoc ||= before
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}
