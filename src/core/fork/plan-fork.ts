// The fork's own first message: closing results, the constant instruction, and the directive.
import { wireJson } from '../wire/wire-snapshot'
import { FORK_BOILERPLATE, PLACEHOLDER_RESULT } from './child-instruction'

export interface NewBlock {
  role: 'user'
  origin: 'app' | 'tool' | 'person'
  type: 'tool_result' | 'text'
  json: string
  toolUseId: string | null
}

/** A text block of the wire. Text of white space only is refused by servers, so the caller never passes it. */
export function textBlock(text: string, origin: 'app' | 'person'): NewBlock {
  return {
    role: 'user',
    origin,
    type: 'text',
    json: wireJson({ type: 'text', text }),
    toolUseId: null,
  }
}

/** A tool result block; `content` is text or content blocks. */
export function resultBlock(toolUseId: string, content: unknown, isError: boolean, origin: 'app' | 'tool'): NewBlock {
  const block: Record<string, unknown> = { type: 'tool_result', tool_use_id: toolUseId, content }
  if (isError) block.is_error = true
  return { role: 'user', origin, type: 'tool_result', json: wireJson(block), toolUseId }
}

/**
 * The blocks of the first message of a fork that the model started: a placeholder for every call of the parent's turn,
 * in call order, then the instruction and the directive.
 */
export function modelForkMessage(openCalls: readonly string[], directiveBlockText: string): NewBlock[] {
  return [
    ...openCalls.map((id) => resultBlock(id, PLACEHOLDER_RESULT, false, 'app')),
    textBlock(FORK_BOILERPLATE, 'app'),
    textBlock(directiveBlockText, 'app'),
  ]
}

/**
 * The blocks of the first message of a fork that a person started: the results that are missing, then the instruction
 * and the directive.
 */
export function personForkMessage(closings: readonly NewBlock[], directiveBlockText: string): NewBlock[] {
  return [...closings, textBlock(FORK_BOILERPLATE, 'app'), textBlock(directiveBlockText, 'app')]
}
