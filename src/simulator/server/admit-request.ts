// Everything that can refuse a request before the model sees it.
import { type ApiError, apiError } from '../api-error'
import { type ModelFacts, modelFacts } from '../models'
import { dividePrompt, type Prompt } from '../prompt/divide-prompt'
import type { SummarySeal } from '../prompt/summary-seal'
import type { Signer } from '../prompt/thinking-signatures'
import type { MessagesBody } from '../validation/body-schema'
import { checkSummaryOffered } from '../validation/check-compaction'
import { checkMediaTaken } from '../validation/check-media'
import { validateForModel } from '../validation/check-parameters'
import { type Problem, problemText } from '../validation/problem'
import { validateRelations } from '../validation/validate-request'
import type { ConversationMemory } from './conversation-memory'
import type { ReadBody } from './read-body'
import type { SimulatorOptions } from './simulator-options'

export type Admitted = { body: MessagesBody; prompt: Prompt; facts: ModelFacts }
export type Admission = { admitted: Admitted; refused: null } | { admitted: null; refused: ApiError }

export type AdmissionContext = {
  options: SimulatorOptions
  memory: ConversationMemory
  signer: Signer
  summarySeal: SummarySeal
}

/** Refuses a request without a valid key, version or content type; null when it may be read. */
export function checkHeaders(
  headers: Record<string, string>,
  key: string | null,
  options: SimulatorOptions,
): ApiError | null {
  if (key === null) return apiError('authentication_error', 'x-api-key header is required')
  if (options.keys !== undefined && !options.keys.includes(key)) {
    return apiError('authentication_error', 'invalid x-api-key')
  }
  if (headers['anthropic-version'] === undefined) {
    return apiError('invalid_request_error', 'anthropic-version: header is required')
  }
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) {
    return apiError('invalid_request_error', 'content-type: must be application/json')
  }
  return null
}

/** Judges a body: validity, the model's limits, signatures, and what the server remembers of the conversation. */
export function admit({ body, problem: misshapen }: ReadBody, betas: string, context: AdmissionContext): Admission {
  const { options, memory, signer, summarySeal } = context
  if (body === null) return refuse(misshapen ?? { path: '', message: 'Invalid body' })
  const facts = modelFacts(body.model, options.models)
  if (facts === null) return { admitted: null, refused: apiError('not_found_error', `model: ${body.model}`) }
  if (body.diagnostics !== undefined && options.diagnostics === 'refused') {
    return refuse({ path: 'diagnostics', message: 'Extra inputs are not permitted' })
  }
  if (body.compaction && options.compaction === 'refused') {
    return refuse({ path: 'compaction', message: 'Extra inputs are not permitted' })
  }
  const prompt = dividePrompt(body, betas)
  const problem =
    validateRelations(body, { mayContinue: memory.continuesPause(body, prompt) }) ??
    validateForModel(body, facts) ??
    checkMediaTaken(body, facts) ??
    checkSummaryOffered(body, betas, facts) ??
    summarySeal.verify(body) ??
    signer.verify(body, prompt) ??
    memory.checkOwedThinking(body, prompt) ??
    checkLength(prompt, facts)
  return problem === null ? { admitted: { body, prompt, facts }, refused: null } : refuse(problem)
}

function checkLength(prompt: Prompt, facts: ModelFacts): Problem | null {
  if (prompt.tokens <= facts.contextTokens) return null
  return { path: '', message: `prompt is too long: ${prompt.tokens} tokens > ${facts.contextTokens} maximum` }
}

function refuse(problem: Problem): Admission {
  return { admitted: null, refused: apiError('invalid_request_error', problemText(problem)) }
}
