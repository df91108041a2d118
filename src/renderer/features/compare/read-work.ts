// What a thread did, read from its turns: its report, its commands and how they ended, its tests, its time. Pure.
import type { Turn } from '../../../shared/domain/turn'
import { callResult } from '../../transcript/call-words'
import { answerOf, type Call, type Entry } from '../../transcript/read-entries'

export interface Command {
  id: string
  command: string
  /** How it ended, in words: `passed · 1.2 s`, `exit 1 · 3 s`, `denied`. */
  outcome: string
  tone: 'ok' | 'bad' | 'plain'
  isTest: boolean
  /** What its output says of tests; null when it says nothing. */
  tests: TestCounts | null
}

export interface TestCounts {
  passed: number
  failed: number
}

export interface Work {
  /** What the thread said last, as markdown; '' for nothing yet. */
  report: string
  commands: readonly Command[]
  tools: number
  /** Calls that were denied. */
  refused: number
}

/** Reads the entries of a thread's turns, in their order. */
export function readWork(entries: readonly Entry[]): Work {
  const calls = entries.flatMap((entry) => (entry.kind === 'calls' ? entry.calls : []))
  return {
    report: answerOf(entries),
    commands: calls.filter((call) => call.name.toLowerCase() === 'bash').map(readCommand),
    tools: calls.length,
    refused: calls.filter((call) => call.state === 'denied').length,
  }
}

/** Milliseconds a thread worked: its turns together, one that still runs up to now. */
export function workedMs(turns: readonly Turn[], nowMs: number): number {
  return turns.reduce((sum, turn) => sum + tookMs(turn, nowMs), 0)
}

function tookMs({ state, startedAt, endedAt }: Turn, nowMs: number): number {
  if (state === 'queued') return 0
  return Math.max(0, (endedAt ?? (state === 'running' ? nowMs : startedAt)) - startedAt)
}

const TESTS =
  /(?:^|[\s;&|(/])(?:vitest|jest|mocha|pytest|phpunit|rspec|ctest|tap|ava|(?:npm|pnpm|yarn|bun|cargo|go|deno|make|dotnet|mix|mvn|gradle|gradlew|swift|zig build|node)(?: run| --)?[ :-]*-*test\S*|unittest)(?:\s|$|[;&|)])/

function readCommand(call: Call): Command {
  const fields = typeof call.input === 'object' && call.input !== null ? { ...call.input } : {}
  const command = 'command' in fields && typeof fields.command === 'string' ? fields.command : ''
  const isTest = TESTS.test(command)
  const { text, tone } = callResult(call)
  const done = call.state === 'done' && tone === 'plain'
  const code = /\bexit code (\d+)\]?\s*$/.exec(call.output)?.[1]
  const words = done
    ? [isTest ? 'passed' : 'ok', text].filter((part) => part !== '').join(' · ')
    : code
      ? text.replace(/^failed\b/, `exit ${code}`)
      : text
  return {
    id: call.id,
    command,
    outcome: words,
    tone: done ? 'ok' : tone === 'bad' ? 'bad' : 'plain',
    isTest,
    tests: isTest ? countTests(call.output) : null,
  }
}

/** The last numbers an output gives for tests that passed and failed: `Tests 3 failed | 101 passed`, `104 passing`, `# pass 12`. */
export function countTests(output: string): TestCounts | null {
  const last = (pattern: RegExp) => {
    const match = Array.from(output.matchAll(pattern)).at(-1)
    return match ? Number(match[1] ?? match[2]) : null
  }
  const passed = last(/\b(\d+)\s+(?:tests?\s+)?pass(?:ed|ing)?\b|\bpass(?:ed)?:?\s+(\d+)\b/gi)
  const failed = last(/\b(\d+)\s+(?:tests?\s+)?fail(?:ed|ing|ures?)?\b|\bfail(?:ed|ures?)?:?\s+(\d+)\b/gi)
  return passed === null && failed === null ? null : { passed: passed ?? 0, failed: failed ?? 0 }
}
