import type { CodeToken, CodeTone } from './highlight'

/** The part of a hast node that matters here. */
interface TreeNode {
  type: string
  value?: string
  properties?: { className?: unknown }
  children?: TreeNode[]
}

const TONES: Record<string, CodeTone> = {
  keyword: 'key',
  built_in: 'key',
  literal: 'key',
  tag: 'key',
  name: 'key',
  'selector-tag': 'key',
  section: 'key',
  string: 'str',
  regexp: 'str',
  addition: 'str',
  number: 'num',
  symbol: 'num',
  deletion: 'num',
  'template-variable': 'num',
  comment: 'com',
  quote: 'com',
  meta: 'com',
  doctag: 'com',
  title: 'fn',
  attr: 'fn',
  attribute: 'fn',
  property: 'fn',
  'selector-class': 'fn',
  'selector-id': 'fn',
}

/** A highlighted tree as a flat list of coloured pieces; pieces of one colour that follow each other are one. */
export function flattenTree(root: TreeNode): CodeToken[] {
  const tokens: CodeToken[] = []
  walk(root, null, tokens)
  return tokens
}

function walk(node: TreeNode, tone: CodeTone | null, tokens: CodeToken[]) {
  if (node.type === 'text' && node.value) {
    const last = tokens.at(-1)
    if (last && last[1] === tone) tokens[tokens.length - 1] = [last[0] + node.value, tone]
    else tokens.push([node.value, tone])
  }
  const own = toneOf(node) ?? tone
  for (const child of node.children ?? []) walk(child, own, tokens)
}

function toneOf(node: TreeNode): CodeTone | null {
  const names = node.properties?.className
  if (!Array.isArray(names)) return null
  for (const name of names) {
    const tone = typeof name === 'string' ? TONES[name.replace('hljs-', '')] : undefined
    if (tone) return tone
  }
  return null
}
