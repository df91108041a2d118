// Ways to say which requests a hold or a fault is meant for.
import type { RecordedRequest } from '../server/recorded-request'
import { readDirective, readLastUser } from './conversation'

type Predicate = (request: RecordedRequest) => boolean

/** Requests whose last user message has a text with these words. */
export function lastSays(words: string | RegExp): Predicate {
  return ({ body }) => body !== null && readLastUser(body).texts.some((text) => has(text, words))
}

/** Requests of a fork whose directive has these words (of any fork without words). */
export function ofFork(words: string | RegExp = ''): Predicate {
  return ({ body }) => {
    const directive = body === null ? null : readDirective(body)
    return directive !== null && has(directive, words)
  }
}

/** Requests that are no fork's. */
export function ofParent(): Predicate {
  return ({ body }) => body !== null && readDirective(body) === null
}

function has(text: string, words: string | RegExp): boolean {
  return typeof words === 'string' ? text.includes(words) : words.test(text)
}
