// What a command or skill says when it is called: its text with arguments in place, and the output of its commands.
import { textPieces } from '../../../core/library/command-text'
import { FailureError } from '../../../shared/contract/failure'
import { MAX_MESSAGE_CHARS } from '../../../shared/contract/turn-commands'
import type { LibraryDocument } from '../ports/library-files'
import type { FileTerms } from './file-terms'
import type { Running, ShellLines } from './shell-lines'
import type { Standing } from './standing'

export const UNTRUSTED = 'the project is not trusted with this file as it is'

/**
 * Fills a document with arguments, and runs its commands on the terms given.
 *
 * @throws FailureError `invalid_input` where nothing is left to say, or too much; `worktree.*`
 */
export async function documentText(
  shellLines: ShellLines,
  document: LibraryDocument,
  args: string,
  running: Running,
): Promise<string> {
  const text = await shellLines.fill(textPieces(document, args), running)
  if (text.trim() !== '' && text.length <= MAX_MESSAGE_CHARS) return text
  const why =
    text.trim() === ''
      ? `/${document.name} says nothing with these arguments.`
      : `/${document.name} says more than ${MAX_MESSAGE_CHARS} characters with these arguments.`
  throw new FailureError('invalid_input', why, { path: 'arguments' })
}

/** On what terms the commands of a document run where its text is said in a thread. */
export function termsInThread(standing: Standing): Running['terms'] {
  return standing.counts ? termsOf(standing, false) : { refusal: `${UNTRUSTED}.` }
}

/** @param only whether nothing but the rules of the document allows anything */
export function termsOf({ document: { allowedTools, source } }: Standing, only: boolean): FileTerms {
  return { rules: allowedTools, source, only }
}
