// The words of a line that name files, and what happens to those files as far as anybody can say.
import { gitWords } from './git-words'
import { type ReadingContext, readingOf } from './read-only-commands'
import { programOf, type ShellAnalysis, type SimpleCommand, type Word } from './shell-analysis'

export interface PathMention {
  word: Word
  /** changed: certainly; perhaps: by a program nobody knows enough of. */
  use: 'read' | 'changed' | 'perhaps'
}

/** Programs that change the files they are given (the first word of some is only read: no harm in asking). */
const WRITERS = new Set(
  'cp mv tee touch rm rmdir mkdir ln install truncate shred unlink dd rsync patch split mkfifo mktemp chmod chown'.split(
    ' ',
  ),
)

/** git subcommands that record or send files without changing them. */
const GIT_RECORDS = new Set(['add', 'commit', 'push', 'fetch', 'tag', 'notes', 'remote', 'clone', 'bundle', 'archive'])

/** Beyond this many words nobody could look at each; the line then names more than is known. */
export const MAX_MENTIONS = 400

/** Every file a line names, in order; redirections included. */
export function pathMentions(shell: ShellAnalysis, context: ReadingContext): PathMention[] {
  const mentions: PathMention[] = []
  for (const { target, toFile, fromFile } of shell.redirections) {
    if (toFile || fromFile) mentions.push({ word: target, use: toFile ? 'changed' : 'read' })
  }
  for (const command of shell.commands) collect(command, context, mentions)
  for (const { value } of shell.assignments) {
    if (value.text.includes('/')) mentions.push({ word: value, use: 'perhaps' })
  }
  return mentions
}

function collect(command: SimpleCommand, context: ReadingContext, mentions: PathMention[]): void {
  const reading = readingOf(command, context)
  if ('reads' in reading) {
    for (const word of reading.reads) mentions.push({ word, use: 'read' })
    return
  }
  const use = effectOf(command)
  for (const word of command.argv.slice(1)) {
    for (const path of pathsIn(word)) mentions.push({ word: path, use })
  }
  // Only scripts hold words the outer command does not.
  for (const inner of command.wrapped?.commands ?? []) collect(inner, context, mentions)
}

function effectOf(command: SimpleCommand): PathMention['use'] {
  const program = programOf(command) ?? ''
  if (program === 'cd') return 'read'
  if (WRITERS.has(program)) return 'changed'
  const git = gitWords(command, program)
  return git && GIT_RECORDS.has(git.words[0]?.text ?? '') ? 'read' : 'perhaps'
}

/** The word itself, what follows its `=`, and what is attached to a short flag. */
function pathsIn(word: Word): Word[] {
  if (word.kind === 'dynamic' || word.text.length > 4096 || word.text.includes('\n')) return []
  const found: Word[] = []
  const equals = word.text.indexOf('=')
  if (equals >= 0) found.push(valueWord(word.text.slice(equals + 1)))
  if (/^-[A-Za-z]./.test(word.text)) found.push(valueWord(word.text.slice(2)))
  else if (!word.text.startsWith('-')) found.push(word)
  return found.filter(({ text }) => text !== '' && !/^[a-z+]+:\/\//i.test(text))
}

function valueWord(text: string): Word {
  return { kind: 'literal', text, home: /^~(?:\/|$)/.test(text) }
}
