// The price of forks before they are started, from the provider's own count of the branch turn.
import { BUILT_IN_AGENTS, GENERAL_PURPOSE, toolsOfAgent } from '../../../core/agents/agent-type'
import { FORK_BOILERPLATE } from '../../../core/fork/child-instruction'
import { estimateTokens, forecastForks, freshAgentCost, freshStartCost } from '../../../core/pricing/forecast'
import type { CommandResult, ParsedInput } from '../../../shared/contract/commands'
import type { ThreadRecord } from '../../store/records'
import { weightOfBlock } from '../attachments/media-room'
import type { HostParts } from '../host-parts'
import { warmUntil } from '../ledger/warmth'
import { knownMemory } from '../memory/memory-loads'
import { sessionOf, threadOf } from '../threads'
import { worktreeBar } from '../worktree-bar'
import type { Worktrees } from '../worktrees'
import { personOrigin } from './inheritance'

/** What a place notice and the frame of a directive add, about. */
const DIRECTIVE_FRAME_CHARS = 500

/** What a prompt says of the place, about. */
const PLACE_CHARS = 300

/** What the forks of an order would cost on their first request, warm or cold. */
export async function forecastFork(
  parts: Pick<HostParts, 'store' | 'clock' | 'git' | 'tools'>,
  worktrees: Worktrees,
  input: ParsedInput<'fork.forecast'>,
): Promise<CommandResult<'fork.forecast'>> {
  const { store, clock } = parts
  const thread = threadOf(store, input.threadId)
  const origin = personOrigin(store, thread, input.turnId)
  const until = warmUntil(parts, thread.id)
  const warm = until !== null && until > clock.now()
  const longest = Math.max(...input.directives.map((directive) => directive.length))
  const facts = {
    model: thread.model,
    ttl: sessionOf(store, thread.sessionId).cacheTtl,
    sharedTokens: sharedTokens(parts, thread, origin.inheritance.position),
    warm,
    commonChars: FORK_BOILERPLATE.length,
    directiveChars: longest + DIRECTIVE_FRAME_CHARS,
  }
  const repository = await parts.git.inspectRepository(worktrees.place(thread).folder, { trusted: false })
  return {
    sharedTokens: facts.sharedTokens,
    warm,
    warmUntil: warm ? until : null,
    ...forecastForks(facts),
    freshAgentNanoUsd: freshAgentCost(facts),
    freshStartNanoUsd: freshStartCost(facts, freshAgentChars(parts, thread)),
    worktree: {
      base: repository.head,
      branch: repository.branch,
      baseAt: repository.headAt,
      upstream: repository.upstream,
      uncommittedFiles: repository.isGit ? repository.uncommitted : null,
      barred: worktreeBar(repository),
    },
  }
}

/** What a fresh agent of the general type would be told before its task: its prompt, its tools, and the notes of the project. */
function freshAgentChars({ store, tools }: Pick<HostParts, 'store' | 'tools'>, thread: ThreadRecord): number {
  const general = BUILT_IN_AGENTS.find(({ name }) => name === GENERAL_PURPOSE)
  if (!general) return 0
  const offer = { forks: false, background: false, types: [] }
  const definitions = tools.definitionsFor(offer, toolsOfAgent(general, tools.names))
  const notes = [...knownMemory(store, thread.id).values()].reduce((sum, { text }) => sum + text.length, 0)
  return general.prompt.length + PLACE_CHARS + notes + JSON.stringify(definitions).length
}

/**
 * Tokens of the prefix up to a position: the input side of the last request within it as the provider counted it, plus
 * what was appended after, estimated.
 */
function sharedTokens(parts: Pick<HostParts, 'store'>, thread: ThreadRecord, position: number): number {
  const { store } = parts
  for (const { threadId, below } of store.threads.ancestors(thread.id).toReversed()) {
    const counted = store.requests.lastAnswered(threadId, Math.min(below, position))
    if (!counted) continue
    const { input, cacheRead, cacheWrite5m, cacheWrite1h } = counted.usage
    const after = store.blocks.history(thread.id, counted.endPosition, position)
    const chars = after.reduce((sum, block) => sum + weightOfBlock(block), 0)
    return input + cacheRead + cacheWrite5m + cacheWrite1h + estimateTokens(chars)
  }
  const all = store.blocks.history(thread.id, 0, position)
  return estimateTokens(all.reduce((sum, block) => sum + weightOfBlock(block), 0))
}
