// Rules between parameters, and between parameters and the model.
import type { ModelFacts } from '../models'
import { blocksOf, type MessagesBody } from './body-schema'
import type { Problem } from './problem'

/** Tool names are unique; a forced tool exists; tools are there when the history has calls. */
export function checkTools(body: MessagesBody): Problem | null {
  const names = new Set<string>()
  for (const [index, tool] of (body.tools ?? []).entries()) {
    if (names.has(tool.name)) return { path: `tools.${index}.name`, message: 'Tool names must be unique.' }
    names.add(tool.name)
  }
  const choice = body.tool_choice
  if (choice !== undefined && names.size === 0) {
    return { path: 'tool_choice', message: 'tool_choice may only be specified while providing tools.' }
  }
  if (choice?.type === 'tool' && !names.has(choice.name)) {
    return { path: 'tool_choice', message: `Tool '${choice.name}' not found in provided tools` }
  }
  const usesTools = body.messages.some((message) =>
    blocksOf(message).some((block) => block.type === 'tool_use' || block.type === 'tool_result'),
  )
  if (usesTools && names.size === 0) {
    return { path: 'tools', message: 'Requests which include `tool_use` or `tool_result` blocks must define tools.' }
  }
  return null
}

/** Thinking leaves room for an answer and is not combined with a forced call. */
export function checkThinking(body: MessagesBody): Problem | null {
  const { thinking, tool_choice: choice } = body
  if (thinking === undefined || thinking.type === 'disabled') return null
  if (choice?.type === 'any' || choice?.type === 'tool') {
    return { path: '', message: 'Thinking may not be enabled when tool_choice forces tool use.' }
  }
  if (thinking.type === 'enabled' && body.max_tokens > 0 && body.max_tokens <= thinking.budget_tokens) {
    return { path: '', message: '`max_tokens` must be greater than `thinking.budget_tokens`.' }
  }
  return null
}

/** `max_tokens: 0` fills the cache and generates nothing; what only makes sense for an answer is refused with it. */
export function checkPrewarm(body: MessagesBody): Problem | null {
  if (body.max_tokens !== 0) return null
  const refuse = (what: string): Problem => ({ path: 'max_tokens', message: `0 is not supported with ${what}` })
  if (body.stream === true) return refuse('`stream: true`')
  if (body.thinking?.type === 'enabled') return refuse('`thinking.type: "enabled"`')
  if (body.output_config?.format) return refuse('`output_config.format`')
  if (body.tool_choice?.type === 'any' || body.tool_choice?.type === 'tool') return refuse('a forced `tool_choice`')
  return null
}

/** What the model of the request does not offer. */
export function validateForModel(body: MessagesBody, facts: ModelFacts): Problem | null {
  if (body.max_tokens > facts.maxOutputTokens) {
    return {
      path: 'max_tokens',
      message: `${body.max_tokens} > ${facts.maxOutputTokens}, which is the maximum allowed number of output tokens for ${body.model}`,
    }
  }
  const style = body.thinking?.type
  if (style === 'enabled' && facts.thinkingStyle === 'adaptive') {
    return {
      path: '',
      message:
        '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
    }
  }
  if (style === 'adaptive' && facts.thinkingStyle === 'budget') {
    return { path: '', message: 'adaptive thinking is not supported on this model' }
  }
  if (body.output_config?.effort && !facts.effort) {
    return { path: '', message: 'This model does not support the effort parameter.' }
  }
  return null
}
