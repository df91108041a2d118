// One redirection: what it writes or reads.
import type { Node } from 'web-tree-sitter'
import { literal, type Word } from '../../../core/permission/shell-analysis'
import { checkApart, checkGap } from './check-source'
import { type ReadInner, readWord } from './read-word'
import { doubt, type ShellDraft } from './shell-draft'

const NO_FILES = new Set(['/dev/null', '/dev/stdout', '/dev/stderr', '/dev/stdin', '/dev/tty'])

/**
 * Notes a redirection.
 *
 * @returns the words after its target: the grammar counts them to it, bash to the command
 */
export function readRedirect(node: Node, draft: ShellDraft, readInner: ReadInner): Word[] {
  checkParts(node, draft)
  const operator = node.children.find((child) => !child.isNamed)?.type ?? ''
  const words = node.namedChildren.filter((child) => child.type !== 'file_descriptor')
  if (operator === '<<<') {
    for (const word of words) readWord(word, draft, readInner)
    return []
  }
  const [target, ...rest] = words
  if (operator === '<&-' || operator === '>&-') return words.map((word) => readWord(word, draft, readInner))
  if (!target || !/^(?:<|>|>>|&>|&>>|<&|>&|>\|)$/.test(operator)) {
    doubt(draft, 'it contains a redirection that could not be read')
    return []
  }
  const word = readWord(target, draft, readInner)
  // After these two, bash expands what is already expanded once more: a quoted `$(…)` runs.
  if (operator.endsWith('&') && !/^[A-Za-z0-9_./-]+$/.test(target.text))
    doubt(draft, `“${operator}” evaluates its word`)
  draft.redirections.push(asRedirection(operator, word))
  return rest.map((after) => readWord(after, draft, readInner))
}

function asRedirection(operator: string, word: Word): ShellDraft['redirections'][number] {
  const copies = /^[<>]&$/.test(operator) && word.kind === 'literal' && /^(?:\d+-?|-)$/.test(word.text)
  const named = word.kind === 'literal' && NO_FILES.has(word.text)
  const reads = operator.startsWith('<')
  const touches = !copies && !named
  return {
    operator,
    target: copies ? literal('/dev/null') : word,
    toFile: touches && !reads,
    fromFile: touches && reads,
  }
}

function checkParts(node: Node, draft: ShellDraft): void {
  const descriptor = node.namedChildren.find((child) => child.type === 'file_descriptor')
  if (descriptor && !/^\d{1,3}$/.test(descriptor.text)) doubt(draft, 'it contains a redirection that could not be read')
  // `a2>f` is the word `a2`; only after a blank is `2` a descriptor. `{fd}>f` is neither.
  if (descriptor && /[^\s;&|()<>]/.test(draft.source[descriptor.startIndex - 1] ?? ' ')) {
    doubt(draft, 'a number touches a word before a redirection')
  }
  if (!descriptor && /[0-9}]/.test(draft.source[node.startIndex - 1] ?? ' ')) {
    doubt(draft, 'a number touches a redirection')
  }
  const children = node.children
  for (const [i, child] of children.entries()) {
    const before = children[i - 1]
    if (!before) continue
    checkGap(draft, before.endIndex, child.startIndex, false)
    if (before.isNamed && child.isNamed) checkApart(draft, before, child)
    if (before.type === 'file_descriptor' && before.endIndex !== child.startIndex) {
      doubt(draft, 'a blank separates a redirection from its number')
    }
  }
}
