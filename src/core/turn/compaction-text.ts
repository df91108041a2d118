// What is said when a conversation is compacted: the request for a summary, and what the new epoch begins with.

import { escapeText } from './notification'

/** Asks the model, at the end of the old chain, for what the new one has to know. */
export const SUMMARY_REQUEST = `<system-reminder>
This conversation is close to the limit of the context window. Do not call tools now. Write a summary from which the work can go on without anything above:
- what the person wants, with every constraint they gave; quote their last request in full if it is not answered yet
- what was done and found out so far: files with paths, decisions and why, commands and what they showed
- the state of the work now, and the next steps
Facts only, as complete as needed, as short as possible.
</system-reminder>`

/** The first block of the new epoch. */
export function summaryBlockText(summary: string, running: readonly { id: string; title: string }[]): string {
  const forks =
    running.length === 0
      ? ''
      : `\nForks of yours that still run: ${running.map((fork) => `${fork.id} (${escapeText(fork.title)})`).join('; ')}. Their results arrive as task notifications.`
  return `<conversation-summary>\nThe conversation up to here was summarised, since it no longer fitted the context window. Go on from where it stood.${forks}\n\n${summary.trim()}\n</conversation-summary>`
}
