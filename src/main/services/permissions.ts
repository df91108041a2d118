// Judging a thread's call with all rules that hold for it: its own, its ancestors', its session's, its project's.
import type { ThreadRecord } from '../store/records'
import type { HostParts } from './host-parts'
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

/** Judges one call of a thread, as it would run now. */
export async function judgeCall(
  parts: Pick<HostParts, 'store' | 'judge' | 'unattended' | 'trusted'>,
  thread: ThreadRecord,
  place: PlaceOfThread,
  call: { name: string; input: unknown },
): Promise<Verdict> {
  const session = sessionOf(parts.store, thread.sessionId)
  const project = projectOf(parts.store, session.projectId)
  const context: JudgeContext = {
    mode: thread.permissionMode,
    isolation: thread.isolation,
    trusted: await parts.trusted(project.id),
    rules: [...rulesOf(parts, thread, project.id), ...parts.unattended.rulesOf(session.id)],
    projectFolder: project.realPath,
    // An agent that only reads is held to that, not asked about it.
    audience:
      thread.kind === 'agent' && thread.isolation === 'readonly' ? 'nobody' : parts.unattended.audience(session.id),
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

/** Rules given to an ancestor thread before the fork hold in the fork as well. */
function rulesOf(parts: Pick<HostParts, 'store'>, thread: ThreadRecord, projectId: string): GivenRule[] {
  const { store } = parts
  const threadIds: string[] = []
  for (let at: ThreadRecord | undefined = thread; at; at = at.parentId ? store.threads.get(at.parentId) : undefined)
    threadIds.push(at.id)
  return store.rules
    .ofScopes({ threadIds, sessionId: thread.sessionId, projectId })
    .filter((rule) => rule.scope !== 'thread' || rule.scopeId === thread.id || rule.createdAt <= thread.createdAt)
    .map((rule) => ({ effect: rule.effect, rule: rule.rule, scope: rule.scope, source: SOURCES[rule.scope] }))
}
