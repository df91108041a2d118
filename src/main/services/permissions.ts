// Judging a thread's call with all rules that hold for it: its own, its ancestors', its session's, its project's.
import type { ThreadRecord } from '../store/records'
import type { HostParts } from './host-parts'
import type { FileTerms } from './library/file-terms'
import { termsInUse } from './library/skill-use'
import type { GivenRule, JudgeContext, Verdict } from './ports/permissions'
import { projectOf, sessionOf } from './threads'

export interface PlaceOfThread {
  folder: string
  /** Of an isolated thread: its own checkout, and the one that was made from. */
  worktree: { path: string; parentFolder: string } | null
}

const SOURCES = {
  thread: 'allowed by you for this thread',
  session: 'allowed by you for this session',
  project: 'allowed by you for this project',
}

/**
 * Judges one call of a thread, as it would run now.
 *
 * @param terms of a file that is run for the thread; an island has those it was started with
 */
export async function judgeCall(
  parts: Pick<HostParts, 'store' | 'judge' | 'unattended' | 'trusted' | 'libraryFiles'>,
  thread: ThreadRecord,
  place: PlaceOfThread,
  call: { name: string; input: unknown },
  terms: FileTerms | null = islandTerms(parts, thread),
): Promise<Verdict> {
  const session = sessionOf(parts.store, thread.sessionId)
  const project = projectOf(parts.store, session.projectId)
  const trusted = await parts.trusted(project.id)
  const approved = terms !== null && (trusted || isOwn(terms.source)) ? preapproved(terms) : []
  const followed = terms === null ? (await termsInUse(parts, thread)).flatMap(preapproved) : []
  const only = terms?.only ?? false
  const context: JudgeContext = {
    mode: only ? restrictingMode(thread) : thread.permissionMode,
    isolation: thread.isolation,
    trusted,
    rules: [...rulesOf(parts, thread, project.id), ...parts.unattended.rulesOf(session.id), ...approved, ...followed],
    projectFolder: project.realPath,
    audience: audienceOf(parts, thread, call.name, terms),
    preapprovedOnly: only,
  }
  return parts.judge.judge(
    {
      tool: call.name,
      input: call.input,
      folder: place.folder,
      addedFolders: session.addedFolders,
      mapFrom: place.worktree?.parentFolder ?? null,
      mapTo: place.worktree?.path ?? null,
    },
    context,
  )
}

/** Whether somebody can be asked about a thread's call of a tool. */
export function audienceOf(
  parts: Pick<HostParts, 'store' | 'unattended'>,
  thread: ThreadRecord,
  tool: string,
  terms: FileTerms | null = islandTerms(parts, thread),
): 'person' | 'nobody' {
  // An agent that only reads is held to that, not asked about it; what it may read in the web is a question like anywhere.
  const held = thread.kind === 'agent' && thread.isolation === 'readonly' && tool !== 'WebFetch'
  return terms !== null || held ? 'nobody' : parts.unattended.audience(thread.sessionId)
}

/** The file of an island, if the thread is one: its rules were stored when it was started. */
function islandTerms({ store }: Pick<HostParts, 'store'>, thread: ThreadRecord): FileTerms | null {
  if (thread.kind !== 'island') return null
  const { projectId } = sessionOf(store, thread.sessionId)
  const rules = store.rules
    .ofScopes({ threadIds: [thread.id], sessionId: thread.sessionId, projectId })
    .filter(({ scope, effect }) => scope === 'thread' && effect === 'allow')
    .map(({ rule }) => rule)
  return { rules, source: thread.islandSource ?? '', only: true }
}

function preapproved({ rules, source }: FileTerms): GivenRule[] {
  return rules.map((rule) => ({ effect: 'allow', rule, scope: 'preapproval', source: `allowed-tools of ${source}` }))
}

/** A file in the home folder is the person's own; one of the project counts as long as that is trusted. */
function isOwn(source: string): boolean {
  return source.startsWith('~/')
}

/** What a mode gives is not given to an island; what it takes is taken. */
function restrictingMode({ permissionMode }: ThreadRecord): 'plan' | 'default' {
  return permissionMode === 'plan' ? 'plan' : 'default'
}

/** Rules given to an ancestor thread before the fork hold in the fork as well; those of an island are its own. */
function rulesOf(parts: Pick<HostParts, 'store'>, thread: ThreadRecord, projectId: string): GivenRule[] {
  const { store } = parts
  const threadIds: string[] = []
  for (let at: ThreadRecord | undefined = thread; at; at = at.parentId ? store.threads.get(at.parentId) : undefined)
    if (at.kind !== 'island') threadIds.push(at.id)
  return store.rules
    .ofScopes({ threadIds, sessionId: thread.sessionId, projectId })
    .filter((rule) => rule.scope !== 'thread' || rule.scopeId === thread.id || rule.createdAt <= thread.createdAt)
    .map((rule) => ({ effect: rule.effect, rule: rule.rule, scope: rule.scope, source: SOURCES[rule.scope] }))
}
