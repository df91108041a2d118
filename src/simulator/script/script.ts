import type { RecordedRequest } from '../server/recorded-request'
import type { MessagesBody } from '../validation/body-schema'
import { forkStart, type LastUser, readDirective, readLastUser } from './conversation'
import type { Reply } from './reply'

export type ScriptContext = {
  body: MessagesBody
  request: RecordedRequest
  lastUser: LastUser
  /** The fork's directive (with the notices that follow it), or null when this is no fork. */
  directive: string | null
  /** Assistant messages in the whole conversation, inherited ones included. */
  assistantCount: number
  /** Assistant messages since the fork began; outside of forks the same as `assistantCount`. */
  ownAssistantCount: number
  /** Names of the tools that are offered. */
  tools: readonly string[]
}

/** The model: decides the answer from the request. Null means "not mine" and lets the next script decide. */
export type Script = (context: ScriptContext) => Reply | null | Promise<Reply | null>

/** Reads what a script may want to know from a request. */
export function createScriptContext(body: MessagesBody, request: RecordedRequest): ScriptContext {
  const start = forkStart(body)
  const isAssistant = (message: { role: string }) => message.role === 'assistant'
  return {
    body,
    request,
    lastUser: readLastUser(body),
    directive: readDirective(body),
    assistantCount: body.messages.filter(isAssistant).length,
    ownAssistantCount: body.messages.slice(Math.max(0, start)).filter(isAssistant).length,
    tools: (body.tools ?? []).map((tool) => tool.name),
  }
}
