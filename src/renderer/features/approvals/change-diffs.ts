// The change a call asks for, as diffs to be drawn.
import { createTwoFilesPatch, diffLines } from 'diff'
import type { FileChange } from './describe-call'
import { revealedText } from './reveal-hidden'

const CONTEXT_LINES = 3

/** One diff for each replacement, in git's form and with everything that changes. */
export function changeDiffs(change: FileChange): string[] {
  return change.edits.map(({ before, after }) => {
    const [old, now] = shownTexts(before, after)
    const patch = createTwoFilesPatch('a/file', 'b/file', old, now, '', '', { context: CONTEXT_LINES })
    const body = patch.slice(patch.indexOf('--- '))
    return `diff --git a/file b/file\nindex 0000000..0000000 100644\n${body}`
  })
}

/** Nothing hides in the texts; carriage returns are named only where line ends differ or are mixed. */
function shownTexts(before: string, after: string): [string, string] {
  const carriage = (text: string) =>
    text !== '' && text.replaceAll('\r\n', '').search(/[\r\n]/) < 0 && text.includes('\r\n')
  const alike = carriage(after) && (before === '' || carriage(before))
  const shown = (text: string) => revealedText(alike ? text.replaceAll('\r\n', '\n') : text)
  return [shown(before), shown(after)]
}

/** How many lines a change adds and removes, over all its replacements. */
export function changeCounts(change: FileChange): { added: number; removed: number } {
  let added = 0
  let removed = 0
  for (const { before, after } of change.edits) {
    for (const part of diffLines(before, after)) {
      if (part.added) added += part.count
      if (part.removed) removed += part.count
    }
  }
  return { added, removed }
}
