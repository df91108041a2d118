// Markdown as a small tree of our own: what the model wrote is data, never HTML, and nothing in it is fetched.
import { type MarkedToken, marked, type Token, type Tokens } from 'marked'

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'break' }
  | { kind: 'strong' | 'em' | 'del'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] }

export type Block =
  | { kind: 'paragraph' | 'plain'; children: Inline[] }
  | { kind: 'heading'; level: number; children: Inline[] }
  /** `closed` is false while the fence may still grow. */
  | { kind: 'code'; language: string; text: string; closed: boolean }
  | { kind: 'quote'; children: Block[] }
  | { kind: 'list'; start: number | null; items: { checked: boolean | null; children: Block[] }[] }
  | { kind: 'table'; align: ('left' | 'right' | 'center' | null)[]; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'rule' }

/** A block with the text it was read from: the same text is the same block, which is what keeps settled blocks from rendering. */
export interface SourcedBlock {
  raw: string
  block: Block
}

/** Addresses that may become links; everything else stays the text it is. */
const LINKABLE = /^(https?:\/\/|mailto:)/i

/** Reads markdown into blocks. Never fails: what is not understood is text. */
export function parseMarkdown(text: string): SourcedBlock[] {
  return marked.lexer(text).flatMap((token) => {
    const block = toBlock(token as MarkedToken)
    return block ? [{ raw: token.raw, block }] : []
  })
}

function toBlock(token: MarkedToken): Block | null {
  switch (token.type) {
    case 'space':
    case 'def':
      return null
    case 'heading':
      return { kind: 'heading', level: token.depth, children: toInlines(token.tokens) }
    case 'paragraph':
      return { kind: 'paragraph', children: toInlines(token.tokens) }
    case 'code':
      return { kind: 'code', language: languageOf(token), text: token.text, closed: isClosed(token) }
    case 'blockquote':
      return { kind: 'quote', children: toBlocks(token.tokens) }
    case 'list':
      return toList(token)
    case 'table':
      return {
        kind: 'table',
        align: token.align,
        head: token.header.map((cell) => toInlines(cell.tokens)),
        rows: token.rows.map((row) => row.map((cell) => toInlines(cell.tokens))),
      }
    case 'hr':
      return { kind: 'rule' }
    case 'text':
      return { kind: 'plain', children: token.tokens ? toInlines(token.tokens) : [textOf(token.text)] }
    default:
      return { kind: 'paragraph', children: [{ kind: 'text', text: token.raw.trimEnd() }] }
  }
}

function toBlocks(tokens: Token[]): Block[] {
  return tokens.flatMap((token) => toBlock(token as MarkedToken) ?? [])
}

function toList(token: Tokens.List): Block {
  return {
    kind: 'list',
    start: token.ordered ? Number(token.start || 1) : null,
    items: token.items.map((item) => ({
      checked: item.task ? item.checked === true : null,
      children: toBlocks(item.tokens.filter((child) => child.type !== 'checkbox')),
    })),
  }
}

function toInlines(tokens: Token[] | undefined): Inline[] {
  return (tokens ?? []).map((token) => toInline(token as MarkedToken))
}

function toInline(token: MarkedToken): Inline {
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return { kind: token.type, children: toInlines(token.tokens) }
    case 'codespan':
      return { kind: 'code', text: token.text }
    case 'br':
      return { kind: 'break' }
    case 'link':
      return LINKABLE.test(token.href)
        ? { kind: 'link', href: token.href, children: toInlines(token.tokens) }
        : { kind: 'text', text: token.raw }
    case 'image':
      return { kind: 'text', text: `[image: ${token.text || 'untitled'}] ${token.href}` }
    case 'escape':
      return { kind: 'text', text: token.text }
    case 'text':
      return textOf(token.text)
    default:
      return { kind: 'text', text: token.raw }
  }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' }

function textOf(text: string): Inline {
  return { kind: 'text', text: text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (all, name) => ENTITIES[name] ?? all) }
}

function languageOf(token: Tokens.Code): string {
  return token.lang?.trim().split(/\s+/)[0]?.toLowerCase() ?? ''
}

/** Indented code has no fence to wait for; fenced code is closed by a fence as long as the one that opened it. */
function isClosed(token: Tokens.Code): boolean {
  if (token.codeBlockStyle === 'indented') return true
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(token.raw)?.[1]
  if (!fence) return true
  const last = token.raw.trimEnd().split('\n').at(-1)?.trim() ?? ''
  return token.raw.includes('\n') && last.startsWith(fence) && last.replaceAll(fence.charAt(0), '') === ''
}
