// The words of a git command: its own flags, its subcommand, and the rest.
import type { SimpleCommand, Word } from './shell-analysis'

export interface GitWords {
  /** Flags before the subcommand, values attached by `=` or following. */
  global: { flag: string; value: string | null }[]
  /** The subcommand and what follows; empty when there is none. */
  words: Word[]
  /** A word before the subcommand, or the subcommand itself, is not known. */
  unclear: boolean
}

const WITH_VALUE = new Set([
  '-C',
  '-c',
  '--git-dir',
  '--work-tree',
  '--namespace',
  '--super-prefix',
  '--config-env',
  '--exec-path',
])

/** @returns null when the command is not git */
export function gitWords(command: SimpleCommand, program: string | null): GitWords | null {
  if (program !== 'git') return null
  const global: GitWords['global'] = []
  for (let i = 1; i < command.argv.length; i++) {
    const word = command.argv[i]
    if (word?.kind !== 'literal') return { global, words: [], unclear: true }
    if (!word.text.startsWith('-')) return { global, words: command.argv.slice(i), unclear: false }
    const [flag = '', value] = splitFlag(word.text)
    const takesNext = value === undefined && WITH_VALUE.has(flag) && flag !== '--exec-path'
    const next = takesNext ? command.argv[++i] : undefined
    if (takesNext && next?.kind !== 'literal') return { global, words: [], unclear: true }
    global.push({ flag, value: value ?? next?.text ?? null })
  }
  return { global, words: [], unclear: false }
}

function splitFlag(text: string): [string, string | undefined] {
  const equals = text.startsWith('--') ? text.indexOf('=') : -1
  return equals < 0 ? [text, undefined] : [text.slice(0, equals), text.slice(equals + 1)]
}

/** Keys of git's configuration whose value is a command git runs, or decides which it runs. */
const RUNS =
  /^(?:core\.(?:fsmonitor|hookspath|sshcommand|editor|pager|askpass|gitproxy|alternaterefscommand|worktree)|sequence\.editor|credential\..*|diff\.external|diff\..+\.(?:command|textconv)|filter\..+\.(?:clean|smudge|process)|merge\..+\.driver|alias\..+|gpg\..*program|gpg\.ssh\.defaultkeycommand|pager\..+|interactive\.difffilter|(?:diff|merge)tool\..+\.(?:cmd|path)|browser\..+\.(?:cmd|path)|man\..+\.(?:cmd|path)|web\.browser|uploadpack\.packobjectshook|remote\..+\.(?:uploadpack|receivepack|vcs|proxy)|submodule\..+\.update|trailer\..+\.(?:command|cmd)|tar\..+\.command|hook\..+\.command|imap\.tunnel|sendemail\..+|include\.path|includeif\..+\.path|init\.templatedir|protocol\..*allow|url\..+\.(?:insteadof|pushinsteadof)|safe\.directory|safe\.barerepository|extensions\..+)$/

/** Whether setting this key can make git run something. */
export function isRunningKey(key: string): boolean {
  return RUNS.test(key.toLowerCase())
}

/**
 * Whether an entry of a repository's own configuration makes git run something: a command, not a switch, and not what
 * only shapes the repository.
 */
export function configurationRuns(key: string, value: string): boolean {
  const name = key.toLowerCase()
  if (value === '' || !isRunningKey(name)) return false
  if (/^(?:extensions|safe|protocol|url|include|includeif|init)\.|^core\.worktree$|^remote\..*\.proxy$/.test(name))
    return false
  if (name.startsWith('alias.') || /^submodule\..*\.update$/.test(name)) return value.startsWith('!')
  if (name.startsWith('credential.')) return name.endsWith('.helper')
  // These are also plain switches.
  if (name === 'core.fsmonitor' || name.startsWith('pager.')) return !/^(?:true|false|yes|no|on|off|0|1)$/i.test(value)
  return true
}
