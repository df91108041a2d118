// What a finished thread said, in one line: for the places that have room for no more.

const LONGEST = 200

/**
 * The line of a report that says most: what stands behind `Result:`, else its first line of prose. Marks of markdown are left out;
 * at most 200 characters. null: it says nothing.
 */
export function reportLine(report: string): string | null {
  const lines = report.split('\n').map(plain).filter(Boolean)
  const result = lines.flatMap((line, at) => {
    const said = /^result\s*:\s*(.*)$/i.exec(line)?.[1]
    return said === undefined ? [] : [said || (lines[at + 1] ?? '')]
  })[0]
  const line = [...(result || (lines[0] ?? ''))]
  if (line.length === 0) return null
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1).join('')}…` : line.join('')
}

/** A line without the marks of markdown; a rule, a fence or a row of dashes is empty. */
function plain(line: string): string {
  if (/^\s*(```|~~~|[-=*_|:\s]+$)/.test(line)) return ''
  return line
    .replace(/^\s*(#{1,6}\s+|>\s?|[-*+]\s+|\d+[.)]\s+)*/, '')
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part.replaceAll('`', '') : withoutMarks(part)))
    .join('')
    .trim()
}

/** What stands outside of code: there, `**` may be an operator. */
function withoutMarks(text: string): string {
  return text.replace(/\*\*|__/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
}
