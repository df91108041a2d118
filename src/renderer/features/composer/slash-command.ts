// The slash commands of the composer: what they are called, and what a text that starts with one means.
import type { PermissionMode } from '../../../shared/domain/thread'
import { PERMISSION_MODES } from '../../threads/permission-modes'
import type { CalledCommand } from './called-commands'
import { directivesOf } from './message-directives'

export type SlashCommand =
  | { name: 'fork'; directives: string[] }
  | { name: 'branch'; text: string | null }
  | { name: 'stop' }
  | { name: 'resume'; text: string | null }
  | { name: 'model'; model: string }
  | { name: 'mode'; mode: PermissionMode }
  | { name: 'help' }
  | { name: 'run'; called: string; arguments: string }

/** What a text is: a message, a command, or a command that cannot be carried out as written. */
export type ReadText =
  | { kind: 'message'; text: string }
  | { kind: 'command'; command: SlashCommand }
  | { kind: 'problem'; message: string }

export interface SlashEntry {
  /** What is written into the composer when the entry is taken. */
  insert: string
  label: string
  hint: string
}

export const SLASH_COMMANDS: readonly SlashEntry[] = [
  {
    insert: '/fork ',
    label: '/fork directive',
    hint: 'start a worker from here; one line with a dash each starts several',
  },
  { insert: '/branch ', label: '/branch text', hint: 'copy the conversation into a branch to talk in' },
  { insert: '/stop', label: '/stop', hint: 'interrupt this thread' },
  { insert: '/resume ', label: '/resume question', hint: 'go on where this thread stood, or with a further question' },
  { insert: '/model ', label: '/model name', hint: 'another model from the next turn on; the cache starts again' },
  { insert: '/mode ', label: '/mode name', hint: 'what is asked before a tool runs' },
  { insert: '/help', label: '/help', hint: 'these commands' },
]

/** A command is a slash and a name, alone or followed by white space: a path such as `/usr/bin` is a message. */
const SHAPE = /^\/([A-Za-z0-9][\w.:-]*)(?:\s+([\s\S]*))?$/

/**
 * Reads what the person wrote. White space before the slash makes any text a message.
 *
 * @param called what can be called by name besides; null: not known here, the host will say
 */
export function readText(text: string, called: readonly CalledCommand[] | null = []): ReadText {
  const match = SHAPE.exec(text.trimEnd())
  if (!match) return { kind: 'message', text }
  const name = (match[1] ?? '').toLowerCase()
  const rest = (match[2] ?? '').trim()
  switch (name) {
    case 'fork':
      return readFork(rest)
    case 'branch':
      return command({ name: 'branch', text: rest || null })
    case 'resume':
      return command({ name: 'resume', text: rest || null })
    case 'stop':
    case 'help':
      return rest ? problem(`/${name} takes no text. Remove “${firstLine(rest)}”.`) : command({ name })
    case 'model':
      if (!rest) return problem('Write the model’s name after /model, for example /model claude-opus-5-5.')
      return /\s/.test(rest) ? problem('A model’s name has no spaces.') : command({ name: 'model', model: rest })
    case 'mode':
      return readMode(rest)
    default:
      return readCalled(match[1] ?? '', rest, called)
  }
}

function readCalled(name: string, rest: string, called: readonly CalledCommand[] | null): ReadText {
  if (called === null || called.some((each) => each.name === name))
    return command({ name: 'run', called: name, arguments: rest })
  return problem(`There is no command /${name}. Write /help for the list, or a space before the slash to send it.`)
}

/** The entries that could complete the text; empty when the text is no unfinished command. */
export function completions(text: string, called: readonly CalledCommand[] | null = []): SlashEntry[] {
  if (/^\/(?:[A-Za-z0-9][\w.:-]*)?$/.test(text)) {
    return slashEntries(called).filter((entry) => entry.insert.toLowerCase().trimEnd().startsWith(text.toLowerCase()))
  }
  const mode = /^\/mode\s+([A-Za-z]*)$/i.exec(text)
  if (!mode) return []
  const typed = (mode[1] ?? '').toLowerCase()
  return PERMISSION_MODES.filter((entry) => entry.mode.toLowerCase().startsWith(typed) && entry.mode !== mode[1]).map(
    (entry) => ({ insert: `/mode ${entry.mode}`, label: entry.mode, hint: entry.hint }),
  )
}

/** All there is after a slash: the composer's own, then what is called by name and does not have the name of one of them. */
export function slashEntries(called: readonly CalledCommand[] | null): SlashEntry[] {
  const own = new Set(SLASH_COMMANDS.map((entry) => entry.insert.trim()))
  const others = (called ?? []).filter(({ name, callable }) => callable && !own.has(`/${name.toLowerCase()}`))
  return [...SLASH_COMMANDS, ...others.map(calledEntry)]
}

function calledEntry({ name, description, argumentHint, island }: CalledCommand): SlashEntry {
  const hint = island ? `island · ${description}` : description
  return { insert: `/${name} `, label: argumentHint ? `/${name} ${argumentHint}` : `/${name}`, hint }
}

function readFork(rest: string): ReadText {
  if (!rest) return problem('Write what the fork shall do after /fork.')
  const read = directivesOf(rest)
  return 'problem' in read ? problem(read.problem) : command({ name: 'fork', directives: read.directives })
}

function readMode(rest: string): ReadText {
  const wanted = rest.replaceAll(/[-\s]/g, '').toLowerCase()
  const found = PERMISSION_MODES.find(
    (entry) => entry.mode.toLowerCase() === wanted || entry.label.replaceAll(' ', '').toLowerCase() === wanted,
  )
  if (found) return command({ name: 'mode', mode: found.mode })
  const names = PERMISSION_MODES.map((entry) => entry.mode).join(', ')
  return problem(rest ? `“${rest}” is no mode. There are ${names}.` : `Write a mode after /mode: ${names}.`)
}

function command(of: SlashCommand): ReadText {
  return { kind: 'command', command: of }
}

function problem(message: string): ReadText {
  return { kind: 'problem', message }
}

function firstLine(text: string): string {
  const line = text.split('\n', 1)[0] ?? ''
  return line.length > 40 ? `${line.slice(0, 40)}…` : line
}
