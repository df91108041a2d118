// Which files a memory file imports: `@path` outside of code and comments, as the ecosystem writes it.

/** Nobody imports more than this by hand. */
const MOST_IMPORTS = 100

const FENCE = /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)?(`{3,}|~{3,})(.*)$/
const LIST_ITEM = /^\s*(?:[-*+]|\d+[.)])\s/
const INDENTED = /^(?: {4}|\t)/
const IMPORT = /(?:^|\s)@((?:[^\s\\]|\\ )+)/g

/** The paths a text imports, as written (a space as a space), each once, in order. Whether they exist is for others to find out. */
export function importsIn(text: string): string[] {
  const prose = withoutFences(text)
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, ' ')
  const found = new Set<string>()
  for (const [, path = ''] of prose.matchAll(IMPORT)) {
    if (found.size >= MOST_IMPORTS) break
    found.add(path.replaceAll('\\ ', ' '))
  }
  return [...found]
}

/** What may be meant by a path as written: itself, or without the punctuation of the sentence it ends. */
export function importCandidates(path: string): string[] {
  const bare = path.replace(/[.,;:!?)\]"']+$/, '')
  return bare === path || bare === '' ? [path] : [path, bare]
}

/** Lines of fenced and of indented code are emptied; an open fence goes on to the end. */
function withoutFences(text: string): string {
  let fence: string | null = null
  let inList = false
  let blank = true
  const lines = text.split('\n').map((line) => {
    const mark = FENCE.exec(line)
    if (fence !== null) {
      const closes = mark?.[1]?.startsWith(fence) === true && mark[2]?.trim() === ''
      if (closes) fence = null
      return ''
    }
    if (mark?.[1]) {
      fence = mark[1]
      return ''
    }
    const isCode = INDENTED.test(line) && blank && !inList
    if (line.trim() === '') blank = true
    else if (!isCode) {
      if (!INDENTED.test(line)) inList = LIST_ITEM.test(line)
      blank = false
    }
    return isCode ? '' : line
  })
  return lines.join('\n')
}
