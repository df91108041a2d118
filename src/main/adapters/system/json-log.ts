// The log: JSON lines with ids, counts, durations and hashes. What people and models wrote never reaches it.
import type { Clock } from '../../services/ports/clock'
import type { Log, LogFacts, LogLevel } from '../../services/ports/log'

const SECRET_NAMES = /key|token|secret|passw|authorization|cookie|credential/i
const SECRET_VALUES = /sk-[A-Za-z0-9_-]{8,}|Bearer\s+\S+/g
/** Longer than any id, hash, code or path segment; what is longer is content. */
const MAX_TEXT = 200
const MAX_FRAMES = 12

export interface JsonLogOptions {
  clock: Clock
  /** Takes one line, without its line end. */
  write(line: string): void
}

/** A log that writes one JSON object per line: `at`, `level`, `event`, then the facts. */
export function createJsonLog({ clock, write }: JsonLogOptions): Log {
  const put = (level: LogLevel, event: string, facts: LogFacts = {}, cause?: unknown) => {
    const line = {
      at: clock.now(),
      level,
      event,
      ...redactFacts(facts),
      ...(cause === undefined ? {} : factsOf(cause)),
    }
    write(JSON.stringify(line))
  }
  return {
    info: (event, facts) => put('info', event, facts),
    warn: (event, facts, cause) => put('warn', event, facts, cause),
    error: (event, facts, cause) => put('error', event, facts, cause),
  }
}

function redactFacts(facts: LogFacts): LogFacts {
  const clean: LogFacts = {}
  for (const [name, value] of Object.entries(facts)) {
    if (typeof value !== 'string') clean[name] = value
    else clean[name] = SECRET_NAMES.test(name) ? '[redacted]' : redactText(value)
  }
  return clean
}

function redactText(text: string): string {
  const shown = text.replace(SECRET_VALUES, '[redacted]')
  return shown.length <= MAX_TEXT ? shown : `[${text.length} characters]`
}

/** An error without its message: messages quote what they choke on. Its name, code and frames say where to look. */
function factsOf(cause: unknown): LogFacts {
  if (!(cause instanceof Error)) return { error: typeof cause }
  const facts: LogFacts = { error: cause.name }
  if ('code' in cause && typeof cause.code === 'string') facts.errorCode = redactText(cause.code)
  facts.frames = (cause.stack ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^at .*:\d+:\d+\)?$/.test(line))
    .slice(0, MAX_FRAMES)
  return facts
}
