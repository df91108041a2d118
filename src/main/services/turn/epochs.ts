// The frozen part of a thread's requests: rendered once, at the first send, and again only when a person changes it.
import type { AgentType } from '../../../core/agents/agent-type'
import { forksOffered } from '../../../core/agents/resolve-spawn'
import { memoryPrompt } from '../../../core/library/memory-text'
import type { SkillOffer } from '../../../core/library/skill-list'
import { betasFor, modelFacts } from '../../../core/pricing/model-table'
import { agentPrompt, type PromptPlace, systemPrompt } from '../../../core/turn/system-prompt'
import { isCompaction } from '../../../core/wire/compaction-block'
import { serverTools } from '../../../core/wire/server-tools'
import { parseSnapshot, renderSnapshot, type SnapshotFields } from '../../../core/wire/wire-snapshot'
import type { EpochRecord, ModelChoice, SnapshotRecord, ThreadRecord } from '../../store/records'
import type { Commit } from '../../store/store'
import { agentTypes, spawnRules, toolsForThread, typeOf } from '../agent/spawn-rules'
import type { HostParts } from '../host-parts'
import { offeredSkills } from '../library/offered-skills'
import type { AbsentServer } from '../mcp/gather-tools'
import { notePromptMemory } from '../memory/memory-loads'
import type { PlaceFacts, PromptFacts } from '../ports/prompt-facts'
import type { ToolDefinition } from '../ports/tools'
import { projectOfThread, sessionOf, threadOf } from '../threads'
import { insertSentEpoch, isImported, sentEpoch, sessionSnapshot } from './imported-epochs'
import type { Run } from './run'
import { noteAbsent, noteTaken, servedTo, withServed } from './served-tools'

type RenderParts = Pick<
  HostParts,
  'store' | 'hash' | 'clock' | 'ids' | 'tools' | 'providerFacts' | 'forkMode' | 'unattended' | 'settings'
>
type EpochParts = RenderParts &
  Pick<HostParts, 'trusted' | 'agentFiles' | 'libraryFiles' | 'toolServers'> & { promptFacts: PromptFacts }

/** What a first snapshot says beside what the person chose: read before, frozen with it. */
export interface Surroundings {
  place: PlaceFacts
  /** The types of agents that can be started; of a fresh agent, its own. */
  types: readonly AgentType[]
  /** The tools of the servers it takes. */
  served: readonly ToolDefinition[]
  /** Servers that are left out, and why. */
  absent?: readonly AbsentServer[]
  /** What its model can call with `Skill`; nothing when left out. */
  skills?: readonly SkillOffer[]
  /** Where it works; the project when left out. */
  folder?: string
}

type RunOfEpoch = Pick<Run, 'id' | 'threadId' | 'turnId' | 'abort'>

export interface ReadyEpoch {
  epoch: EpochRecord
  snapshot: SnapshotRecord
}

/**
 * The epoch a thread's next request belongs to. Renders the snapshot when nothing was sent yet; begins a new epoch when
 * the person changed model, effort, thinking or tool servers since, or went to a provider that cannot read the summary the present one begins
 * with, but never within a run. Rejects with the signal's reason.
 */
export async function readyEpoch(
  parts: EpochParts,
  { threadId, id: runId, turnId, abort: { signal } }: RunOfEpoch,
): Promise<ReadyEpoch> {
  const { store } = parts
  const thread = store.threads.get(threadId)
  if (!thread) throw new Error(`no thread ${threadId}`)
  const ready = await currentEpoch(parts, thread, turnId, signal)
  const { epoch: current, snapshot } = ready ?? (await beginFirst(parts, thread, turnId, signal))
  if (store.requests.last(threadId)?.runId === runId) return { epoch: current, snapshot }
  const before = parseSnapshot(snapshot.text)
  const served = thread.toolsDue ? await parts.toolServers.toolsFor(thread, signal) : null
  const tools = served ? withServed(before.tools, served.tools) : before.tools
  const wanted: SnapshotFields = { ...chosenFields(thread), system: before.system, tools }
  // The limit was frozen with the rest: what a later version of the app knows of the model does not touch it.
  if (before.model === thread.model) wanted.max_tokens = before.max_tokens
  const firstPosition = firstReadable(parts, thread, current)
  const taken = (tx: Commit) => void (served && noteTaken(parts, tx, thread.id, turnId, served))
  const goesOn = firstPosition === current.firstPosition
  if (!served && goesOn && sameChoice(before, wanted)) return { epoch: current, snapshot }
  const text = renderSnapshot({ ...before, thinking: undefined, output_config: undefined, ...wanted })
  if (goesOn && text === snapshot.text) {
    if (served) parts.store.commit(taken)
    return { epoch: current, snapshot }
  }
  return beginNext(parts, thread, { ...current, firstPosition }, snapshot, text, taken)
}

/** The epoch a thread is in; where all of it was said elsewhere, one begins in which it is sent from here. */
async function currentEpoch(
  parts: EpochParts,
  thread: ThreadRecord,
  turnId: string,
  signal: AbortSignal,
): Promise<ReadyEpoch | null> {
  const { store } = parts
  const current = store.epochs.current(thread.id)
  if (!current) return null
  const snapshot = store.snapshots.get(current.snapshotId)
  if (!snapshot) throw new Error(`no snapshot ${current.snapshotId}`)
  if (!isImported(store, current)) return { epoch: current, snapshot }
  const rendered = await renderForSession(parts, thread.sessionId, { threadId: thread.id, turnId, signal })
  return store.commit(() => ({ epoch: insertSentEpoch(parts, thread, current, rendered), snapshot: rendered }))
}

/**
 * Renders the snapshot of an imported session, once, where it is the one that everything of a thread is still under; forks of
 * it then repeat the same bytes.
 */
export async function readyImported(parts: EpochParts, thread: ThreadRecord): Promise<void> {
  const current = parts.store.epochs.current(thread.id)
  if (current && isImported(parts.store, current)) await renderForSession(parts, thread.sessionId)
}

async function renderForSession(
  parts: EpochParts,
  sessionId: string,
  run?: { threadId: string; turnId: string; signal: AbortSignal },
): Promise<SnapshotRecord> {
  const { store } = parts
  const { mainThreadId } = sessionOf(store, sessionId)
  const known = sessionSnapshot(store, mainThreadId)
  if (known) return known
  const main = threadOf(store, mainThreadId)
  const around = await surroundingsOf(parts, main, run?.signal)
  return store.commit((tx) => {
    const meanwhile = sessionSnapshot(store, mainThreadId)
    if (meanwhile) return meanwhile
    const imported = store.epochs.current(mainThreadId)
    if (!imported) throw new Error(`no epoch for ${mainThreadId}`)
    if (run) noteAbsent(parts, tx, run.threadId, run.turnId, around.absent ?? [])
    const snapshot = putSnapshot(parts, main, snapshotText(parts, main, around))
    insertSentEpoch(parts, main, imported, snapshot)
    notePromptMemory(store, main.id, around.place.memory)
    return snapshot
  })
}

/** Where the next epoch begins: with the provider's summary, or with our words of it where that cannot be read. */
function firstReadable(parts: EpochParts, thread: ThreadRecord, { firstPosition }: EpochRecord): number {
  const first = parts.store.blocks.at(thread.id, firstPosition)
  if (!first || !isCompaction(first)) return firstPosition
  return betasOf(parts, thread).length > 0 ? firstPosition : firstPosition - 1
}

/** Whether a person has changed nothing of what they choose. */
function sameChoice(before: Readonly<SnapshotFields>, wanted: SnapshotFields): boolean {
  const chosen = ({ model, max_tokens, thinking, output_config }: SnapshotFields) =>
    JSON.stringify([model, max_tokens, thinking, output_config])
  return chosen(before) === chosen(wanted)
}

async function beginFirst(
  parts: EpochParts,
  thread: ThreadRecord,
  turnId: string,
  signal: AbortSignal,
): Promise<ReadyEpoch> {
  const around = await surroundingsOf(parts, thread, signal)
  return parts.store.commit((tx) => {
    noteAbsent(parts, tx, thread.id, turnId, around.absent ?? [])
    return insertFirstEpoch(parts, thread, around)
  })
}

/** Reads what the first snapshot of a thread says about where it is. */
export async function surroundingsOf(
  parts: Pick<EpochParts, 'store' | 'promptFacts' | 'trusted' | 'agentFiles' | 'libraryFiles' | 'toolServers'>,
  thread: ThreadRecord,
  signal?: AbortSignal,
): Promise<Surroundings> {
  const { tools, absent } = await servedTo(parts, thread, signal)
  const place = await parts.promptFacts.read(projectOfThread(parts.store, thread).realPath)
  const skills = await offeredSkills(parts, thread)
  return { place, types: await agentTypes(parts, thread), skills, served: tools, absent }
}

/** Renders and stores a thread's first snapshot and epoch; within a commit. */
export function insertFirstEpoch(parts: RenderParts, thread: ThreadRecord, around: Surroundings): ReadyEpoch {
  const { store } = parts
  const snapshot = putSnapshot(parts, thread, snapshotText(parts, thread, around))
  const epoch: EpochRecord = {
    id: parts.ids.next('epoch'),
    threadId: thread.id,
    n: store.epochs.nextN(thread.id),
    snapshotId: snapshot.id,
    firstPosition: 0,
    thinkingFrom: 0,
    startPosition: store.blocks.count(thread.id),
    createdAt: parts.clock.now(),
  }
  store.epochs.insert(epoch)
  notePromptMemory(store, thread.id, around.place.memory)
  return { epoch, snapshot }
}

function snapshotText(parts: RenderParts, thread: ThreadRecord, around: Surroundings): string {
  const folder = around.folder ?? projectOfThread(parts.store, thread).realPath
  const place = { ...around.place, folder, fallback: thread.fallback, memory: memoryPrompt(around.place.memory) }
  const system = systemText(parts, thread, place, around.types)
  return renderSnapshot({
    ...chosenFields(thread),
    system: [{ type: 'text', text: system }],
    tools: [
      ...toolsForThread(parts, thread, around.types, around.served, around.skills).map((definition) => ({
        ...definition,
      })),
      ...providersTools(parts, thread),
    ],
  })
}

/** The provider's own web tools, where the person asked for them and it has them. Fresh agents and sessions that delegate have none. */
function providersTools(parts: RenderParts, thread: ThreadRecord): Record<string, unknown>[] {
  const session = sessionOf(parts.store, thread.sessionId)
  if (thread.agentType !== null || session.coordinator || !parts.providerFacts(session.projectId).webTools) return []
  const settings = parts.settings()
  return serverTools(settings['web.serverTools'], settings['web.serverDomains'])
}

function systemText(parts: RenderParts, thread: ThreadRecord, place: PromptPlace, types: readonly AgentType[]): string {
  const own = typeOf(thread, types)
  if (own) return agentPrompt(own.prompt, place)
  const rules = spawnRules(parts, thread.sessionId)
  return systemPrompt(place, rules.coordinator ? 'coordinator' : forksOffered(rules) ? 'forks' : 'agents')
}

function beginNext(
  parts: EpochParts,
  thread: ThreadRecord,
  current: EpochRecord,
  before: SnapshotRecord,
  text: string,
  also: (tx: Commit) => void,
): ReadyEpoch {
  const { store } = parts
  return store.commit((tx) => {
    also(tx)
    const snapshot = putSnapshot(parts, thread, text)
    const startPosition = store.blocks.count(thread.id)
    const sameBeginning = store.epochs.current(thread.id)?.firstPosition === current.firstPosition
    const bound = sameBeginning && sameSigning(before.text, text)
    const epoch: EpochRecord = {
      ...current,
      id: parts.ids.next('epoch'),
      threadId: thread.id,
      n: store.epochs.nextN(thread.id),
      snapshotId: snapshot.id,
      thinkingFrom: bound ? current.thinkingFrom : startPosition,
      startPosition,
      createdAt: parts.clock.now(),
    }
    store.epochs.insert(epoch)
    return { epoch, snapshot }
  })
}

/** Thinking is bound to the tools and the system prompt it was signed with: where they change, none from before is sent. */
function sameSigning(before: string, after: string): boolean {
  const bound = ({ tools, system }: SnapshotFields) => JSON.stringify([tools, system])
  return bound(parseSnapshot(before)) === bound(parseSnapshot(after))
}

function putSnapshot(
  parts: Pick<EpochParts, 'store' | 'hash' | 'clock' | 'providerFacts'>,
  thread: ThreadRecord,
  text: string,
): SnapshotRecord {
  const { cacheTtl } = sessionOf(parts.store, thread.sessionId)
  const betas = betasOf(parts, thread)
  const snapshot: SnapshotRecord = {
    id: parts.hash([cacheTtl, ...betas, text].join('\n')),
    text,
    betas,
    ttl: cacheTtl,
    createdAt: parts.clock.now(),
  }
  parts.store.snapshots.put(snapshot)
  return snapshot
}

function betasOf(
  { store, providerFacts }: Pick<EpochParts, 'store' | 'providerFacts'>,
  thread: ThreadRecord,
): string[] {
  return betasFor(providerFacts(projectOfThread(store, thread).id), thread.model)
}

/** The fields a person chooses, as this model takes them. */
function chosenFields(thread: ThreadRecord): SnapshotFields {
  const facts = modelFacts(thread.model)
  const thinks = facts.thinking === 'adaptive' && thread.thinking === 'adaptive'
  return {
    model: thread.model,
    max_tokens: facts.maxOutputTokens,
    system: [],
    tools: [],
    ...(thinks ? { thinking: { type: 'adaptive' } } : {}),
    ...(thread.effort && facts.thinking === 'adaptive' ? { output_config: { effort: thread.effort } } : {}),
  }
}

/**
 * How the thread asked the model when it sent what a child inherits below a position: a fork repeats that, whatever the
 * person chose for the thread since. What the model does not take keeps the thread's own choice.
 */
export function choiceAt(store: HostParts['store'], thread: ThreadRecord, position: number): ModelChoice {
  const { effort, thinking } = thread
  const epoch = epochAt(store, thread.id, position)
  const snapshot = epoch ? store.snapshots.get(epoch.snapshotId) : undefined
  if (!snapshot) return { model: thread.model, effort, thinking }
  const sent = parseSnapshot(snapshot.text)
  if (modelFacts(sent.model).thinking === 'none') return { model: sent.model, effort, thinking }
  const sentEffort = sent.output_config?.effort
  return {
    model: sent.model,
    effort: typeof sentEffort === 'string' ? sentEffort : null,
    thinking: sent.thinking ? 'adaptive' : 'off',
  }
}

/** The epoch whose prefix a child repeats that leaves at a position; of what was said elsewhere, the one it is sent in from here. */
function epochAt(store: HostParts['store'], threadId: string, position: number): EpochRecord | undefined {
  const epoch =
    (position > 0 ? store.epochs.covering(threadId, position - 1) : undefined) ?? store.epochs.current(threadId)
  if (!epoch || !isImported(store, epoch)) return epoch
  const snapshot = sessionSnapshot(store, sessionOf(store, threadOf(store, threadId).sessionId).mainThreadId)
  return snapshot ? sentEpoch(epoch, snapshot, position) : epoch
}

/** Gives a new thread the epoch of its branch point, so that it repeats the parent's prefix. */
export function cloneEpoch(
  parts: Pick<HostParts, 'store' | 'ids' | 'clock'>,
  parentId: string,
  threadId: string,
  position: number,
): void {
  const { store } = parts
  const source = epochAt(store, parentId, position)
  if (!source) return
  store.epochs.insert({
    ...source,
    id: parts.ids.next('epoch'),
    threadId,
    n: 1,
    startPosition: position,
    createdAt: parts.clock.now(),
  })
}
