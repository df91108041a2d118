// What a person sees of a call the provider made itself: what it asked, and what came of it.
import type { AnswerBlock } from './stream-fold'

export interface ServerCallOutcome {
  output: string
  isError: boolean
}

/** The outcome of a call, from the block that answers it; null where none does. */
export function serverCallOutcome(call: AnswerBlock, blocks: readonly AnswerBlock[]): ServerCallOutcome | null {
  const result = blocks.find(({ fields }) => fields.tool_use_id !== undefined && fields.tool_use_id === call.fields.id)
  if (!result) return null
  const { content } = result.fields
  if (Array.isArray(content)) return { output: content.map(lineOf).join('\n') || '(nothing found)', isError: false }
  const code = field(content, 'error_code')
  if (code !== '') return { output: `The provider could not do it: ${code}`, isError: true }
  return { output: field(content, 'url'), isError: false }
}

function lineOf(hit: unknown): string {
  return [field(hit, 'title'), field(hit, 'url')].filter((part) => part !== '').join(' · ')
}

function field(value: unknown, name: string): string {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : null
  return typeof found === 'string' ? found : ''
}
