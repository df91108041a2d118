// What a hook reads on its standard input.
import type { PermissionMode } from '../../shared/domain/thread'
import type { HookEvent } from './hook'
import type { HookToolCall } from './hook-tool-call'

/** How a session came to run: begun, taken up by another start of the app, or summarised. */
export type SessionSource = 'startup' | 'resume' | 'compact'

/** What an event is about, in the ecosystem's fields. */
export type HookFacts =
  | ({ event: 'PreToolUse'; tool_use_id: string } & HookToolCall)
  | ({ event: 'PostToolUse'; tool_use_id: string; tool_response: Record<string, unknown> } & HookToolCall)
  | { event: 'UserPromptSubmit'; prompt: string }
  | { event: 'Stop'; stop_hook_active: boolean; last_assistant_message: string }
  | { event: 'SubagentStop'; stop_hook_active: boolean; last_assistant_message: string; agent_transcript_path: string }
  | { event: 'SessionStart'; source: SessionSource; model: string }
  | { event: 'Notification'; message: string; title: string; notification_type: string }

export interface HookSituation {
  sessionId: string
  transcriptPath: string
  folder: string
  permissionMode: PermissionMode
  threadId: string
  parentId: string | null
  runId: string | null
  /** Of a worker: its type, such as `explore` or `fork`; null for a thread a person talks in. */
  agentType: string | null
}

/** The text a hook reads: one JSON object, keys always in this order. */
export function hookInput(situation: HookSituation, facts: HookFacts): string {
  const { event, ...about } = facts
  const worker = situation.agentType === null ? {} : { agent_id: situation.threadId, agent_type: situation.agentType }
  return JSON.stringify({
    session_id: situation.sessionId,
    transcript_path: situation.transcriptPath,
    cwd: situation.folder,
    permission_mode: situation.permissionMode,
    hook_event_name: event satisfies HookEvent,
    ...worker,
    ...about,
    thread: situation.threadId,
    parent: situation.parentId,
    run: situation.runId,
  })
}
