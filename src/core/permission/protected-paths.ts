// Places whose content decides what is allowed or runs by itself: changing them asks in every mode but bypass.

import { gitWords } from './git-words'
import { below, segmentsOf } from './path-text'
import type { PathUse } from './permission-call'
import { readOnlyGit } from './read-only-git'
import type { ShellAnalysis } from './shell-analysis'
import { eachCommand, programOf, showCommand } from './shell-analysis'

const FOLDERS: Readonly<Record<string, string>> = {
  '.claude': 'decides what agents may do here',
  '.git': 'belongs to git, which runs commands it names',
  '.husky': 'holds hooks that run by themselves',
  '.githooks': 'holds hooks that run by themselves',
  '.vscode': 'holds tasks an editor runs by itself',
  '.idea': 'holds tasks an editor runs by itself',
  '.ssh': 'holds keys and who may use them',
  'git~1': 'belongs to git, which runs commands it names',
}

const PROFILE = 'runs whenever a shell starts'
const FILES: Readonly<Record<string, string>> = {
  '.mcp.json': 'names tool servers that are started',
  '.claude.json': 'decides what agents may do',
  '.gitmodules': 'names repositories that git fetches',
  '.gitconfig': 'names commands that git runs',
  '.ripgreprc': 'names commands that a search runs',
  '.envrc': PROFILE,
  '.profile': PROFILE,
  '.bashrc': PROFILE,
  '.bash_profile': PROFILE,
  '.bash_login': PROFILE,
  '.bash_logout': PROFILE,
  '.bash_aliases': PROFILE,
  '.zshrc': PROFILE,
  '.zshenv': PROFILE,
  '.zprofile': PROFILE,
  '.zlogin': PROFILE,
  '.zlogout': PROFILE,
  '.kshrc': PROFILE,
  '.cshrc': PROFILE,
  '.tcshrc': PROFILE,
  '.inputrc': PROFILE,
  '.xprofile': PROFILE,
  '.xinitrc': PROFILE,
  // A file of this name makes its folder a repository, whose configuration git then obeys.
  head: 'can make its folder pose as a repository',
}

/** Below the home folder, whatever the name. */
const HOME_FOLDERS = ['.config/fish', '.config/git', '.config/autostart', '.config/systemd', 'Library/LaunchAgents']

export interface ProtectedBases {
  /** The folder of the thread, also when it lies below Tine's data folder. */
  folder: string
  home: string
  dataDir: string
  /** Files of the project that its hooks run, by their real paths. */
  hookScripts?: readonly string[] | undefined
}

/**
 * Why changing a path asks.
 *
 * @returns half a sentence whose subject is the path; null when it need not
 */
export function protectedReason(path: string, bases: ProtectedBases): string | null {
  const segments = segmentsOf(path)
  for (const [i, segment] of segments.entries()) {
    const name = plainName(segment)
    if (Object.hasOwn(FOLDERS, name)) return FOLDERS[name] ?? null
    if (i === segments.length - 1 && Object.hasOwn(FILES, name)) return FILES[name] ?? null
  }
  if (bases.hookScripts?.includes(path)) return 'is run by a hook'
  const inHome = below(segmentsOf(bases.home), segments)
  if (inHome && HOME_FOLDERS.some((folder) => below(folder.split('/'), inHome) !== null)) return PROFILE
  const isData = below(segmentsOf(bases.dataDir), segments) !== null
  return isData && !isLent(segments, bases) ? 'belongs to Tine itself' : null
}

/** Whether a path of the data folder lies in a folder that was given to the thread to work in: a checkout, not what holds checkouts. */
function isLent(segments: readonly string[], { folder, dataDir }: ProtectedBases): boolean {
  const [first, ...rest] = below(segmentsOf(dataDir), segmentsOf(folder)) ?? []
  if (first === undefined || (first === 'worktrees' && rest.length < 2)) return false
  return below(segmentsOf(folder), segments) !== null
}

/** As the most forgiving file system would read it: no case, nothing invisible, no dots or blanks at the end. */
function plainName(segment: string): string {
  return segment
    .normalize('NFKC')
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
    .replace(/(?:::?\$.*)$/, '')
    .replace(/[. ]+$/, '')
    .toLowerCase()
}

/** What a call would change that is protected, as a sentence; null when nothing is. */
export function findProtected(paths: readonly PathUse[], bases: ProtectedBases): string | null {
  for (const { given, real, write, perhaps } of paths) {
    const reason = write ? (protectedReason(real, bases) ?? protectedReason(given, bases)) : null
    if (reason !== null) return `It ${perhaps ? 'may change' : 'changes'} “${given}”, which ${reason}.`
  }
  return null
}

// Inside the text of a script no path can be resolved; that it names such a place is enough to ask.
const NAMED =
  /(?:^|[^A-Za-z0-9_])(\.git\/|\.claude\/|\.mcp\.json|\.claude\.json|\.(?:bash|zsh)(?:rc|env|_profile)\b|\.gitconfig\b|\.husky\/)/i

/** What a command that does not only read names inside its words, as a sentence; null when it names nothing protected. */
export function findProtectedMention(shell: ShellAnalysis): string | null {
  for (const command of eachCommand(shell.commands)) {
    const git = gitWords(command, programOf(command))
    if (git?.words[0]?.text === 'config' && changesConfig(git.words.map((word) => word.text))) {
      return `“${showCommand(command)}” changes git’s configuration, which names commands that git runs.`
    }
    // git names such places all the time (messages, files to add) and writes them only through what is judged elsewhere.
    for (const word of git ? [] : command.argv) {
      const named = NAMED.exec(word.text)
      if (named) return `“${showCommand(command)}” names “${named[1]}”, which decides what may run here.`
    }
  }
  return null
}

function changesConfig(words: readonly string[]): boolean {
  const found = readOnlyGit(words)
  if (!found) return true
  return found.length === 1 && !words.some((word) => found.entry.needs.includes(word))
}
