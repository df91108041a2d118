// The input of a call as text to edit, and back; and what the person changed in it.
import { diffWordsWithSpace } from 'diff'

export type ReadInput = { ok: true; input: Record<string, unknown> } | { ok: false; problem: string }

export interface ChangedPart {
  text: string
  kind: 'same' | 'added' | 'removed'
}

/** Whether the text to edit is the command alone; else it is the whole input as JSON. */
export function editsCommand(tool: string, input: unknown): boolean {
  return tool.toLowerCase() === 'bash' && isFields(input) && typeof input.command === 'string'
}

/** The text the person edits. */
export function editableText(tool: string, input: unknown): string {
  if (editsCommand(tool, input) && isFields(input)) return String(input.command)
  return JSON.stringify(input, null, 2) ?? ''
}

/** The input that the edited text stands for, or what is wrong with it. */
export function readEditedInput(tool: string, input: unknown, text: string): ReadInput {
  if (editsCommand(tool, input) && isFields(input)) {
    return text.trim() === ''
      ? { ok: false, problem: 'An empty command cannot run. Deny it instead.' }
      : { ok: true, input: { ...input, command: text } }
  }
  try {
    const parsed: unknown = JSON.parse(text)
    return isFields(parsed)
      ? { ok: true, input: parsed }
      : { ok: false, problem: 'The input must be a JSON object, from { to }.' }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { ok: false, problem: `This is not JSON: ${error.message}` }
  }
}

/** The parts of the edited text, with what was added and removed against the original. */
export function changedParts(before: string, after: string): ChangedPart[] {
  if (before === after) return [{ text: after, kind: 'same' }]
  return diffWordsWithSpace(before, after).map((part) => ({
    text: part.value,
    kind: part.added ? 'added' : part.removed ? 'removed' : 'same',
  }))
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
