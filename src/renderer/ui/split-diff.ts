// A git diff of many files, divided into its files without reading their hunks.

export interface FileDiff {
  path: string
  /** The part of the diff about this file, as git wrote it. */
  text: string
  lines: number
  binary: boolean
}

export interface SplitDiff {
  files: FileDiff[]
  /** True when the diff ends with a mark that more was left out. */
  cut: boolean
}

/** Lines of a file's own content begin with a space, `+`, `-` or `\`, so this can only begin a file. */
const FILE_START = /^diff --git /m

/** Divides `git diff` text. What stands after the last complete line of the last file is not lost: it stays in its text. */
export function splitDiff(diff: string): SplitDiff {
  const starts: number[] = []
  const pattern = new RegExp(FILE_START, 'gm')
  for (let match = pattern.exec(diff); match; match = pattern.exec(diff)) starts.push(match.index)
  const files = starts.map((start, n) => readFile(diff.slice(start, starts[n + 1] ?? diff.length)))
  return { files, cut: isCut(diff) }
}

function readFile(text: string): FileDiff {
  const firstHunk = text.search(/^@@ /m)
  const head = firstHunk < 0 ? text : text.slice(0, firstHunk)
  return {
    path: pathIn(head),
    text,
    lines: countLines(text),
    binary: /^(Binary files |GIT binary patch)/m.test(head),
  }
}

function pathIn(head: string): string {
  const named =
    after(head, '+++ b/') ?? after(head, '--- a/') ?? after(head, 'rename to ') ?? after(head, 'copy to ') ?? null
  if (named !== null) return named
  const first = head.slice('diff --git '.length, head.indexOf('\n') < 0 ? undefined : head.indexOf('\n'))
  const quoted = /^"a\/(?:[^"\\]|\\.)*" ("b\/(?:[^"\\]|\\.)*")$/.exec(first)
  if (quoted?.[1]) return unquote(quoted[1]).slice(2)
  // Both halves name the same file here, else git would have written a rename: `a/P b/P`.
  return first.slice(2, (first.length - 1) / 2)
}

function after(head: string, mark: string): string | null {
  const plain = new RegExp(`^${literal(mark)}(.*)$`, 'm').exec(head)
  if (plain?.[1] !== undefined) return plain[1].replace(/\t$/, '')
  const prefix = mark.slice(0, mark.lastIndexOf(' ') + 1)
  const inner = mark.slice(prefix.length)
  const quoted = new RegExp(`^${literal(prefix)}("${literal(inner)}(?:[^"\\\\]|\\\\.)*")\\t?$`, 'm').exec(head)
  return quoted?.[1] === undefined ? null : unquote(quoted[1]).slice(inner.length)
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

const ESCAPES: Record<string, number> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 }

/** Undoes git's quoting of unusual paths: C escapes, bytes above 127 in octal. */
function unquote(quoted: string): string {
  const encoder = new TextEncoder()
  const bytes: number[] = []
  for (const match of quoted.slice(1, -1).matchAll(/\\([0-7]{3}|.)|[^\\]+/gs)) {
    const code = match[1]
    if (code === undefined) bytes.push(...encoder.encode(match[0]))
    else bytes.push(code.length === 3 ? Number.parseInt(code, 8) : (ESCAPES[code] ?? code.charCodeAt(0)))
  }
  return new TextDecoder().decode(new Uint8Array(bytes))
}

function countLines(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

/** The host cuts at 1 MB and says so in a last line that no diff contains. */
function isCut(diff: string): boolean {
  const last = diff.trimEnd().split('\n').at(-1) ?? ''
  return diff.length > 900_000 && !/^([ +\-\\@]|diff |index |Binary |rename |similarity |new |deleted )/.test(last)
}
