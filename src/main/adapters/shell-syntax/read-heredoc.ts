// Here-documents: where they end is found a second time, on the lines themselves, and compared with the tree.
import type { Node } from 'web-tree-sitter'
import { doubt, type ShellDraft } from './shell-draft'

/** Checks that bash sees the same body and that nothing in the body runs. */
export function checkHeredoc(node: Node, draft: ShellDraft): void {
  draft.flags.heredoc = true
  const start = node.children.find((child) => child.type === 'heredoc_start')
  const end = node.children.find((child) => child.type === 'heredoc_end')
  const delimiter = start && readDelimiter(start.text)
  if (!start || !end || !delimiter) {
    doubt(draft, 'it contains a here-document that could not be read')
    return
  }
  const bodyFrom = draft.source.indexOf('\n', start.endIndex) + 1
  const bodyTo = findEnd(draft.source, bodyFrom, delimiter.word, node.children[0]?.text === '<<-')
  if (bodyFrom === 0 || bodyTo === null || bodyTo !== end.startIndex) {
    doubt(draft, 'it contains a here-document whose end is unclear')
    return
  }
  const rest = node.children.filter((child) => child.type !== 'heredoc_body' && child.type !== 'heredoc_end')
  if (rest.some((child) => child.endIndex >= bodyFrom)) doubt(draft, 'a here-document begins in the middle of a word')
  const body = draft.source.slice(bodyFrom, bodyTo)
  if (!delimiter.quoted && /[$`\\]/.test(body)) doubt(draft, 'it contains a here-document in which something may run')
}

function readDelimiter(text: string): { word: string; quoted: boolean } | null {
  const match = /^(?:'([A-Za-z0-9_.-]+)'|"([A-Za-z0-9_.-]+)"|([A-Za-z0-9_.-]+))$/.exec(text)
  if (!match) return null
  return { word: match[1] ?? match[2] ?? match[3] ?? '', quoted: match[3] === undefined }
}

/** The index of the delimiter that ends the body; null when there is none, or a line only begins like it. */
function findEnd(source: string, from: number, delimiter: string, tabs: boolean): number | null {
  let at = from
  while (at <= source.length) {
    const next = source.indexOf('\n', at)
    const line = source.slice(at, next < 0 ? source.length : next)
    const stripped = tabs ? line.replace(/^\t+/, '') : line
    if (stripped === delimiter) return at + line.length - stripped.length
    // Some shells also end it here.
    if (stripped.startsWith(delimiter)) return null
    if (next < 0) return null
    at = next + 1
  }
  return null
}
