// Programs whose arguments are a language of their own: find, sed, awk, date, test, and questions for a version.
import { flagTable, readFlags } from './flag-table'
import { literal, type SimpleCommand, type Word } from './shell-analysis'

/** What a command reads, or why it is not known to only read. */
export type Reading = { reads: Word[] } | { why: string }

type Reader = (args: readonly Word[]) => Reading

/** Tests and actions of find that take no value, and those that take one; the rest is not known to only read. */
const FIND_ALONE = new Set(
  (
    '-print -print0 -ls -empty -prune -depth -d -mount -xdev -daystart -follow -readable -writable -executable -true ' +
    '-false -not -a -and -o -or -quit -noleaf -nouser -nogroup -P ! ( ) ,'
  ).split(' '),
)
const FIND_VALUE = new Set(
  (
    '-name -iname -path -ipath -wholename -iwholename -regex -iregex -type -size -mtime -atime -ctime -mmin -amin -cmin ' +
    '-maxdepth -mindepth -perm -user -group -uid -gid -links -inum -lname -ilname -regextype -printf -xtype -fstype'
  ).split(' '),
)

function readFind(args: readonly Word[]): Reading {
  const reads: Word[] = []
  let expression = false
  for (let i = 0; i < args.length; i++) {
    const word = args[i]
    if (word?.kind !== 'literal') {
      if (expression || word?.kind !== 'glob' || /^[*?[]/.test(word.text)) return { why: 'its words are not all known' }
      reads.push(word)
    } else if (FIND_VALUE.has(word.text)) {
      expression = true
      if (args[++i]?.kind !== 'literal') return { why: `the value of ${word.text} is not known` }
    } else if (/^-newer/.test(word.text)) {
      expression = true
      const than = args[++i]
      if (than?.kind !== 'literal') return { why: `the value of ${word.text} is not known` }
      reads.push(than)
    } else if (FIND_ALONE.has(word.text) && word.text !== '-follow') {
      expression = true
    } else if (expression || word.text.startsWith('-')) {
      return { why: `“find ${word.text}” is not known to only read` }
    } else {
      reads.push(word)
    }
  }
  return { reads }
}

// Addresses are line numbers, `$` or /regex/; commands print, delete from the output, quit, count lines or substitute.
// Versions of sed disagree about a delimiter inside `[…]`: there must be none.
const SED_CLASS = String.raw`\[\^?[^\]\n\\^/|][^\]\n\\/|]*\]`
/** What may stand between two delimiters; `delimiter` is written as in a regular expression. */
const sedPart = (delimiter: string) => `(?:${SED_CLASS}|[^${delimiter}\\\\[\\n]|\\\\.)*`
const sedSubstitute = (d: string) => `s${d}${sedPart(d)}${d}${sedPart(d)}${d}[gpiI0-9]*`
const SED_ADDRESS = `(?:\\d+|\\$|\\/${sedPart('\\/')}\\/)`
const SED_COMMAND = `(?:[pdq=]|${sedSubstitute('\\/')}|${sedSubstitute('\\|')})`
const SED_STEP = String.raw`[ \t]*(?:${SED_ADDRESS}(?:,(?:${SED_ADDRESS}|[+]\d+))?)?[ \t]*!?${SED_COMMAND}[ \t]*`
const SED_SCRIPT = new RegExp(`^${SED_STEP}(?:[;\\n]${SED_STEP})*;?$`)

const SED = flagTable('-n -E -r -u -z -e= --quiet --silent --expression= --regexp-extended --null-data --unbuffered')

function readSed(args: readonly Word[]): Reading {
  const read = readFlags(args, SED)
  if (!read) return { why: 'its flags are not known to only read' }
  const scripts = read.given.flatMap(({ flag, value }) => (/^(?:-e|--expression)$/.test(flag) && value ? [value] : []))
  const operands = [...read.operands]
  if (scripts.length === 0) scripts.push(operands.shift() ?? literal(''))
  const safe = scripts.every((script) => script.kind === 'literal' && isShort(script) && SED_SCRIPT.test(script.text))
  return safe ? { reads: operands } : { why: 'the script of sed is not known to only read' }
}

const AWK = flagTable('-F= -v= --field-separator= --assign=')
// No output to files or programs, no input but the operands, nothing loaded.
const AWK_UNSAFE = /[|<>@`]|\b(?:system|getline|close|fflush|ARGV|ARGC|ARGIND|ENVIRON|SYMTAB|PROCINFO|include|load)\b/

function readAwk(args: readonly Word[]): Reading {
  const read = readFlags(args, AWK, { stop: true })
  if (!read) return { why: 'its flags are not known to only read' }
  const [program, ...operands] = read.operands
  if (program?.kind !== 'literal' || AWK_UNSAFE.test(program.text)) {
    return { why: 'the program of awk is not known to only read' }
  }
  if (operands.some((word) => word.kind === 'dynamic')) return { why: 'its words are not all known' }
  return { reads: operands.filter((word) => !/^[A-Za-z_]\w*=/.test(word.text)) }
}

function isShort(word: Word): boolean {
  return word.text.length <= 500
}

const DATE = flagTable('-u -R -I=? -d= --utc --date= --iso-8601=? --rfc-3339= --rfc-email -j')

function readDate(args: readonly Word[]): Reading {
  const read = readFlags(args, DATE)
  // Without its plus, an operand sets the clock.
  if (!read?.operands.every((word) => word.text.startsWith('+'))) return { why: '“date” can also set the clock' }
  return { reads: [] }
}

/** `-v` and `-R`, and the comparisons of `[[`, evaluate what they are given. */
function readTestWith(evaluating: RegExp): Reader {
  return (args) => {
    if (args.some((word) => evaluating.test(word.text))) return { why: 'the test evaluates its words' }
    return { reads: args.filter((word) => word.kind === 'literal' && word.text.includes('/')) }
  }
}

const SPECIAL: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['find', readFind],
  ['sed', readSed],
  ['awk', readAwk],
  ['gawk', readAwk],
  ['mawk', readAwk],
  ['date', readDate],
  ['test', readTestWith(/^-[vR]$/)],
  ['[', readTestWith(/^-[vR]$/)],
  ['[[', readTestWith(/^-(?:[vR]|eq|ne|lt|le|gt|ge)$/)],
])

const VERSIONED = new Set(
  (
    'node npm npx pnpm yarn bun deno tsc python python3 pip pip3 ruby gem go rustc cargo java javac gcc g++ clang make ' +
    'cmake git docker bash zsh perl php swift kotlin rg jq gh tar curl'
  ).split(' '),
)

/** Reads a command by the rules of its own language; null when it has none here. */
export function readSpecial(program: string, command: SimpleCommand): Reading | null {
  const args = command.argv.slice(1)
  const only = args.length === 1 && args[0]?.kind === 'literal' ? args[0].text : null
  if (only !== null && VERSIONED.has(program) && (/^--version$/.test(only) || isVersionWord(program, only))) {
    return { reads: [] }
  }
  if (program === 'command' && /^-[vV]$/.test(args[0]?.text ?? '')) return { reads: [] }
  if (program === 'env' && args.length === 0) return { reads: [] }
  return SPECIAL.get(program)?.(args) ?? null
}

function isVersionWord(program: string, word: string): boolean {
  if (program === 'go') return word === 'version'
  return word === '-v' && ['node', 'npm', 'pnpm', 'yarn', 'tsc', 'bun'].includes(program)
}
