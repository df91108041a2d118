// A call in one line, for lists; the card shows all of it.
import { describeCall } from './describe-call'

/** The first line of the command, the path of the change, the address of the page, or the first field of the input. */
export function callSummary(tool: string, input: unknown): string {
  const view = describeCall(tool, input)
  if (view.kind === 'command') return firstLine(view.command)
  if (view.kind === 'change') return view.change.path
  if (view.kind === 'page') return view.url
  return firstLine(view.rest[0]?.[1] ?? '')
}

function firstLine(text: string): string {
  const [line = '', ...others] = text.trim().split('\n')
  return others.length > 0 ? `${line} …` : line
}
