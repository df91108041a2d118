// The parser against bash itself: every program bash would start is one of the commands that were read.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { eachCommand, type ShellAnalysis, type Word } from '../../../core/permission/shell-analysis'
import { createShellParser } from './create-shell-parser'

const FRAGMENTS = [
  ...['xa', 'xb', 'xrm', '-f', 'b c', 'a,b', '..', 'é', '1', '2', '=', 'y=1 ', 'y=', '@', '^', ':', '%', '-- '],
  ...[
    ' ',
    ' ',
    ' ',
    ' ',
    '\t',
    '\n',
    ';',
    ' ; ',
    '&&',
    '||',
    '|',
    ' | ',
    '|&',
    '\\\n',
    '\\ ',
    '\\',
    '\\\\',
    "\\'",
    '\\"',
  ],
  ...["'", '"', "''", '""', "$'", '$"', '`', '$(', '<(', '>(', ')', '(', '{ ', ' }', '{', '}', '#', ' #', '$', '$x'],
  ...['\u0024{x}', '$((', '))', '[[ ', ' ]]', '[ ', ' ]', '~', '*', '?', '[', ']', '!', "xcmd 'c d'", 'xcmd "a b"'],
  ...['<<E\n', "<<'E'\n", '<<-E\n\t', '\nE\n', '\nE', 'E', '<<<', '>o', '2>o', '>&2', '&>', '>>', '>&', '<'],
  ...[
    'if ',
    'then ',
    'fi',
    'do ',
    'done',
    'for i in ',
    'while ',
    'case ',
    ' in ',
    'esac',
    ';;',
    'f() ',
    'time ',
    'coproc ',
  ],
]

const junk = fc.array(fc.constantFrom(...FRAGMENTS), { minLength: 1, maxLength: 9 }).map((parts) => parts.join(''))
const line = fc.oneof(
  junk,
  junk.map((text) => `xcmd "${text}" ; xrm z`),
  junk.map((text) => `xa '${text}'; xrm z`),
  junk.map((text) => `xa $'${text}' ; xrm z`),
  junk.map((text) => `xa <<'E'\n${text}\nE\nxrm z`),
  junk.map((text) => `xcmd "$(xa <<'E'\n${text}\nE\n)" z`),
  junk.map((text) => `xa $(${text}) && xrm z`),
  junk.map((text) => `if xa; then ${text}; fi; xrm z`),
  junk.map((text) => `{ ${text}; } > o; xrm z`),
  junk.map((text) => `xa # ${text}\nxrm z`),
)

const root = mkdtempSync(join(tmpdir(), 'tine-bash-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

interface Outcome {
  started: string[][]
  written: string[]
}

/** Runs lines in bash with no program on the path; the words of each one it looks for are noted instead. */
function runInBash(lines: string[]): Outcome[] | null {
  const place = mkdtempSync(join(root, 'batch-'))
  for (const [i, text] of lines.entries()) {
    writeFileSync(join(place, `line${i}`), text)
    mkdirSync(join(place, `folder${i}`))
  }
  const script = `for ((n=0; n<${lines.length}; n++)); do
    ( cd folder$n; export NOTES=../notes$n HOME=$PWD; IFS= read -r -d '' text < ../line$n
      ( unset n; eval "$text" ) < /dev/null > /dev/null 2>&1 )
  done`
  const note = '() { printf "%s\\0" "$@" $\'\\1\' >> "$NOTES"; }'
  const env = { PATH: '/nonexistent', 'BASH_FUNC_command_not_found_handle%%': note }
  const run = spawnSync('/bin/bash', ['--norc', '--noprofile', '-c', script], { cwd: place, env, timeout: 10_000 })
  // A line that loops for ever says nothing about how it was read.
  if (run.error) return null
  const outcomes = lines.map((_, i) => {
    const notes = join(place, `notes${i}`)
    const text = existsSync(notes) ? readFileSync(notes, 'utf8') : ''
    const started = text.split('\x01\0').filter(Boolean)
    return {
      started: started.map((words) => words.split('\0').slice(0, -1)),
      written: readdirSync(join(place, `folder${i}`)),
    }
  })
  rmSync(place, { recursive: true, force: true })
  return outcomes
}

/** Words that bash still changes are compared no further than their place. */
const isFixed = (word: Word) => word.kind === 'literal' && !word.home && !word.text.includes('=~')

function explains(words: readonly Word[], started: string[]): boolean {
  if (words.length > 0 && words[0]?.kind !== 'literal') return true
  if (words.every(({ kind }) => kind === 'literal')) {
    return words.length === started.length && words.every((word, i) => !isFixed(word) || word.text === started[i])
  }
  let at = 0
  return words.filter(isFixed).every(({ text }) => {
    at = started.indexOf(text, at) + 1
    return at > 0
  })
}

function unexplained(analysis: ShellAnalysis, outcome: Outcome): string[] {
  const commands = [...eachCommand(analysis.commands)]
  const started = outcome.started.filter((words) => !commands.some(({ argv }) => explains(argv, words)))
  const targets = analysis.redirections.filter(({ toFile }) => toFile).map(({ target }) => target)
  const written = outcome.written.filter((name) => !targets.some((word) => !isFixed(word) || word.text.endsWith(name)))
  return [...started.map((words) => `starts ${words.join('|')}`), ...written.map((name) => `writes ${name}`)]
}

const hasBash =
  existsSync('/bin/bash') && / version [4-9]/.test(execFileSync('/bin/bash', ['--version'], { encoding: 'utf8' }))

test.skipIf(!hasBash)(
  'what bash starts and writes was read (needs bash 4 or later at /bin/bash)',
  async () => {
    const parser = await createShellParser()
    // The same lines every time; to hunt for more, set another seed and more runs.
    const seed = Number(process.env.TINE_SEED ?? 1)
    const count = Number(process.env.TINE_RUNS ?? 800)
    const known = fc.sample(line, { seed, numRuns: count }).filter((text) => parser.parse(text).unknown === null)
    expect(known.length).toBeGreaterThan(count / 10)
    for (let from = 0; from < known.length; from += 60) {
      const batch = known.slice(from, from + 60)
      const outcomes = runInBash(batch) ?? []
      for (const [i, outcome] of outcomes.entries()) {
        const text = batch[i] ?? ''
        expect(unexplained(parser.parse(text), outcome), `${JSON.stringify(text)} with seed ${seed}`).toEqual([])
      }
    }
  },
  120_000,
)
