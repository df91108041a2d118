// Which call started which side conversation of a transcript.
import { objectOf, textOf } from './transcript-entry'
import type { MessageNode, TranscriptTree } from './transcript-tree'

/** What is known of an agent beside its transcript. */
export interface AgentFacts {
  agentType: string | null
  description: string | null
  toolUseId: string | null
}

export interface StartedAgent {
  threadId: string
  /** Where it begins; more than one: it began again. */
  roots: MessageNode[]
  /** The call that started it, by its id in the transcript; null: none is known. */
  callId: string | null
  title: string
  /** It went on from the conversation, instead of from nothing. */
  isFork: boolean
}

interface Call {
  id: string
  prompt: string | null
  type: string | null
  description: string | null
}

/** How the ecosystem calls what starts an agent. */
const STARTERS: ReadonlySet<unknown> = new Set(['Task', 'Agent'])

/**
 * The side conversations, in the order in which they begin. A call is known by what its result, or the file beside the
 * transcript, says; failing that, by the prompt that stands in both.
 */
export function spawnedAgents(
  tree: TranscriptTree,
  facts: ReadonlyMap<string, AgentFacts>,
  mint: () => string,
): StartedAgent[] {
  const calls = new Map(callsIn(tree).map((call) => [call.id, call]))
  const byPrompt = Map.groupBy(calls.values(), ({ prompt }) => prompt)
  const byResult = resultsOfAgents(tree)
  const taken = new Set<string>()
  return beginnings(tree).map((roots) => {
    const lane = roots[0]?.lane ?? ''
    const known = facts.get(lane)
    const named = known?.toolUseId ?? byResult.get(lane)
    const asked = () => promptsOf(roots).flatMap((prompt) => byPrompt.get(prompt) ?? [])
    const call = calls.get(named ?? '') ?? asked().find(({ id }) => !taken.has(id))
    if (call) taken.add(call.id)
    const type = known?.agentType ?? call?.type ?? null
    return {
      threadId: mint(),
      roots,
      callId: call?.id ?? null,
      title: titleOf(type, known?.description ?? call?.description ?? null),
      isFork: type === 'fork',
    }
  })
}

/** Where side conversations begin. What has a name is one, however often it began; without one, each beginning is another. */
function beginnings({ nodes }: TranscriptTree): MessageNode[][] {
  const roots = nodes.filter(({ lane, parent }) => lane !== null && parent === null)
  return [...Map.groupBy(roots, (root) => root.lane || root).values()]
}

function promptsOf(roots: readonly MessageNode[]): string[] {
  return roots.flatMap(({ entries }) =>
    entries.flatMap(({ content }) => content.flatMap(({ text }) => (typeof text === 'string' ? text : []))),
  )
}

function titleOf(type: string | null, description: string | null): string {
  const title = [type, description].filter((part) => part !== null && part !== '').join(': ')
  return [...title].slice(0, 120).join('')
}

function callsIn({ nodes }: TranscriptTree): Call[] {
  return nodes.flatMap(({ kind, entries }) =>
    kind !== 'assistant'
      ? []
      : entries.flatMap(({ content }) =>
          content.flatMap((block) => {
            const id = textOf(block.id)
            if (block.type !== 'tool_use' || id === null || !STARTERS.has(block.name)) return []
            const input = objectOf(block.input)
            return {
              id,
              prompt: textOf(input?.prompt),
              type: textOf(input?.subagent_type),
              description: textOf(input?.description),
            }
          }),
        ),
  )
}

/** The call each agent answered, as the line of its result says. */
function resultsOfAgents({ nodes }: TranscriptTree): Map<string, string> {
  const calls = new Map<string, string>()
  for (const { entries } of nodes)
    for (const { startedAgent, content } of entries)
      for (const { type, tool_use_id: id } of content)
        if (startedAgent !== null && type === 'tool_result' && typeof id === 'string') calls.set(startedAgent, id)
  return calls
}
