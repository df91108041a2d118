// Words to write scripts with.
import type {
  CallReply,
  Gate,
  RedactedReply,
  Reply,
  ReplyBlock,
  ServerCallReply,
  ServerResultReply,
  TextReply,
  ThinkingReply,
} from './reply'
import type { Script, ScriptContext } from './script'

/** A text block; gates among the parts hold the stream in the middle of it. */
export function text(...parts: readonly (string | Gate)[]): TextReply {
  return { type: 'text', parts }
}

/** A thinking block; the simulator signs it. Empty thinking is allowed. */
export function thinking(words = ''): ThinkingReply {
  return { type: 'thinking', thinking: words }
}

/** A redacted thinking block; `hidden` never leaves the simulator in clear. */
export function redacted(hidden = 'redacted'): RedactedReply {
  return { type: 'redacted_thinking', hidden }
}

/** A tool call. Without an id the simulator makes one. */
export function call(
  name: string,
  input: Readonly<Record<string, unknown>> = {},
  options: Partial<Omit<CallReply, 'type' | 'name' | 'input'>> = {},
): CallReply {
  return { type: 'tool_use', name, input, ...options }
}

/** A search of the server's own, by its id (`srvtoolu_…`). */
export function serverSearch(id: string, query: string): ServerCallReply {
  return { type: 'server_tool_use', id, name: 'web_search', input: { query } }
}

/** What such a search found: titles and addresses. */
export function serverFound(
  id: string,
  ...hits: readonly (readonly [title: string, url: string])[]
): ServerResultReply {
  const content = hits.map(([title, url]) => ({ type: 'web_search_result', title, url, encrypted_content: 'RW5j' }))
  return { type: 'web_search_tool_result', tool_use_id: id, content }
}

/** A point at which the stream waits. */
export function gate(until: Promise<unknown>): Gate {
  return { type: 'gate', until }
}

/** An answer of these blocks; plain strings are text. */
export function reply(...blocks: readonly (ReplyBlock | string)[]): Reply {
  return { blocks: blocks.map((block) => (typeof block === 'string' ? text(block) : block)) }
}

/** An answer of these blocks with more said about how it ends or how fast it comes. */
export function replyWith(options: Omit<Reply, 'blocks'>, ...blocks: readonly (ReplyBlock | string)[]): Reply {
  return { ...reply(...blocks), ...options }
}

/** A step of a script: an answer, or a function that makes one from the request. */
export type Step = Reply | ((context: ScriptContext) => Reply | Promise<Reply>)

/** The n-th step answers the n-th request of the conversation (of the fork, in a fork); the last one then repeats. */
export function scriptByTurn(steps: readonly Step[]): Script {
  return (context) => {
    const step = steps[Math.min(context.ownAssistantCount, steps.length - 1)]
    return step === undefined ? null : take(step, context)
  }
}

/** Answers forks whose directive contains (or matches) `match`; other requests are not its business. */
export function scriptByDirective(routes: readonly { match: string | RegExp; script: Script }[]): Script {
  return (context) => {
    const directive = context.directive
    if (directive === null) return null
    const route = routes.find(({ match }) =>
      typeof match === 'string' ? directive.includes(match) : match.test(directive),
    )
    return route === undefined ? null : route.script(context)
  }
}

/** The first script that answers. */
export function firstOf(...scripts: readonly Script[]): Script {
  return async (context) => {
    for (const script of scripts) {
      const answer = await script(context)
      if (answer !== null) return answer
    }
    return null
  }
}

export type ReplyQueue = {
  script: Script
  /** Adds answers at the end. */
  push: (...steps: readonly Step[]) => void
  /** Answers not yet given. */
  size: () => number
}

/**
 * Answers one after the other, each once, to the requests for which `mine` is true (all by default). An empty queue
 * leaves the request to the next script.
 */
export function queue(mine: (context: ScriptContext) => boolean = () => true): ReplyQueue {
  const steps: Step[] = []
  return {
    script: (context) => {
      if (!mine(context)) return null
      const step = steps.shift()
      return step === undefined ? null : take(step, context)
    },
    push: (...more) => {
      steps.push(...more)
    },
    size: () => steps.length,
  }
}

/** The default model: repeats what was said, so that any client works against a simulator without a script. */
export function echo(): Script {
  return ({ lastUser }) => reply(`You said: ${lastUser.said.slice(0, 200) || '(nothing)'}`)
}

function take(step: Step, context: ScriptContext): Reply | Promise<Reply> {
  return typeof step === 'function' ? step(context) : step
}
