// Reads what the model was sent, as a story wants to speak of it.
import { type LastUser, readLastUser, readUserMessage } from '../../src/simulator/script/conversation'
import type { RecordedRequest } from '../../src/simulator/server/recorded-request'
import type { Message } from '../../src/simulator/validation/body-schema'

/** What the last user message of a request holds. */
export function lastUserOf(request: RecordedRequest | undefined): LastUser {
  return readLastUser(bodyOf(request))
}

/** The messages of a request, without the markers of the cache: those move, what is said stays. */
export function messagesOf(request: RecordedRequest | undefined): Message[] {
  const text = JSON.stringify(bodyOf(request).messages, (key, value) => (key === 'cache_control' ? undefined : value))
  return JSON.parse(text) as Message[]
}

/** The ids of the forks whose reports stand in a request, one for each report. */
export function reportsIn(request: RecordedRequest | undefined): string[] {
  return bodyOf(request)
    .messages.filter((message) => message.role === 'user')
    .flatMap((message) => readUserMessage(message).notifications)
    .map(({ fields }) => fields.task_id ?? '')
}

function bodyOf(request: RecordedRequest | undefined) {
  if (!request?.body) throw new Error('there is no such request')
  return request.body
}
