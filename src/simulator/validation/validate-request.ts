import type { MessagesBody } from './body-schema'
import { checkSummaryParameters, checkSummaryPlace } from './check-compaction'
import { checkMarkers } from './check-markers'
import { checkMedia } from './check-media'
import { checkPrewarm, checkThinking, checkTools } from './check-parameters'
import { checkShape } from './check-shape'
import { checkSurrogates, checkTexts } from './check-text'
import { checkCallIds, checkCallsAnswered, checkEnd, checkRoles, checkServerCalls } from './check-turns'
import { firstProblem, type Problem } from './problem'

export type ValidateOptions = {
  /** The request continues a paused turn, so it may end on the assistant message. */
  mayContinue?: boolean
}

/**
 * Judges a parsed body as the strictest server would: nothing is merged, trimmed or repaired. Pure. Returns the first
 * problem, or null when the body is acceptable. What needs the server's memory or its model table (signatures,
 * unknown models, limits of a model) is judged elsewhere.
 */
export function validateRequest(body: unknown, options: ValidateOptions = {}): Problem | null {
  const surrogates = checkSurrogates(body)
  if (surrogates !== null) return surrogates
  const shaped = checkShape(body)
  if (shaped.body === null) return shaped.problem
  return validateRelations(shaped.body, options)
}

/** The second half of `validateRequest`: what relates the fields of a body, whose shape is right, to each other. */
export function validateRelations(body: MessagesBody, options: ValidateOptions = {}): Problem | null {
  return firstProblem<MessagesBody>(body, [
    checkTools,
    checkThinking,
    checkPrewarm,
    checkSummaryParameters,
    checkSummaryPlace,
    checkRoles,
    checkTexts,
    checkMedia,
    checkCallIds,
    checkCallsAnswered,
    (valid) => checkServerCalls(valid, options.mayContinue === true),
    (valid) => checkEnd(valid, options.mayContinue === true),
    checkMarkers,
  ])
}
