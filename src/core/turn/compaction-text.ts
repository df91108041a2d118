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

interface Running {
  id: string
  title: string
}

const SUMMARISED =
  'The conversation up to here was summarised, since it no longer fitted the context window. Go on from where it stood.'

/** The first block of an epoch that begins with a summary the model wrote for us. */
export function summaryBlockText(summary: string, running: readonly Running[]): string {
  return `<conversation-summary>\n${SUMMARISED}${forksLine(running)}\n\n${summary.trim()}\n</conversation-summary>`
}

/** What follows a summary the provider made, which says nothing of forks, nor that there is anything to do. */
export function afterSummaryText(running: readonly Running[]): string {
  return `<system-reminder>${SUMMARISED}${forksLine(running)}</system-reminder>`
}

/** Stands in for a provider's summary before a server or a model that cannot read it. */
export function standInText(summary: string): string {
  return `<conversation-summary>\n${summary.trim()}\n</conversation-summary>`
}

function forksLine(running: readonly Running[]): string {
  if (running.length === 0) return ''
  const names = running.map((fork) => `${fork.id} (${escapeText(fork.title)})`).join('; ')
  return `\nForks of yours that still run: ${names}. Their results arrive as task notifications.`
}
