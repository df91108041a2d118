// What this window shows, apart from what the host says: the route, what is selected, what is open, what is half written.
import type { Advice } from '../client/failure-advice'
import type { AttachedByThread } from './attached-file'
import type { Picks } from './picks'

export type Route =
  | { screen: 'home' }
  | { screen: 'session'; sessionId: string }
  | { screen: 'compare'; sessionId: string; threadIds: readonly string[] }
  | { screen: 'settings' }
  | { screen: 'storage' }
  /** null: of the first project there is. */
  | { screen: 'library'; projectId: string | null }

/** One at a time; features render the kind that is theirs, app/overlays.tsx decides where. */
export type OpenDialog =
  | { kind: 'fork'; threadId: string; turnId: string; turnN: number; as?: 'fork' | 'branch' }
  | { kind: 'palette' }
  | { kind: 'search'; text?: string }
  | { kind: 'open-folder' }
  | { kind: 'new-session' }
  | { kind: 'import'; projectId: string | null }
  | { kind: 'export' }
  | { kind: 'trust'; projectId: string }
  | { kind: 'approvals' }
  | { kind: 'stop-all' }
  | { kind: 'merge'; threadId: string }
  | { kind: 'bring-back'; threadId: string }
  | { kind: 'discard'; threadId: string; title: string; loss: readonly string[] }
  | { kind: 'keys' }
  | { kind: 'tool-servers'; threadId: string }
  | { kind: 'failure'; title: string; text: string; advice?: Advice | null }

export type InspectorTab = 'conversation' | 'changes' | 'cost' | 'wire' | 'info'

/** What a search led to: its words are marked where they stand, and the turns it found on the map. */
export interface Found {
  text: string
  sessionId: string
  /** The turns of the session in which something was found, in any of its threads. */
  turnIds: readonly string[]
  /** And their threads. */
  threadIds: readonly string[]
  /** The turn the person went to, and the part of it: null for a title. */
  turnId: string
  itemId: string | null
  /** Makes going to the same place twice possible. */
  n: number
}

/** What was just done, in a line that stays until the next one or until it is put away, and what can be done about it. */
export interface News {
  what: string
  /** Where it is, or until when. */
  more?: string
  offer?: { kind: 'restore'; threadId: string; title: string } | { kind: 'show'; threadId: string; turnId: string }
}

export interface UiState {
  route: Route
  /** The thread the composer, the inspector and the keys are about; null until a session is open. */
  threadId: string | null
  /** The thread whose turns are the trunk of the timeline. */
  trunkId: string | null
  /** The turn the keys are about; null: none. */
  turnId: string | null
  /** The row (by turn or thread id) the timeline is asked to bring into view; the number makes asking twice possible. */
  reveal: { key: string; focus: boolean; n: number } | null
  found: Found | null
  /** Threads of the open session that were marked to be compared, in the order of marking. */
  compared: readonly string[]
  /** Threads that were stopped together and can be resumed together; empty: nothing to undo. */
  stopped: readonly string[]
  /** By thread id: which part of its changes a merge takes; absent: all of it. */
  picks: Readonly<Record<string, Picks>>
  news: News | null
  sidebar: boolean
  /** How much of the timeline, in pixels from its lower edge, the approval card stands in front of. */
  covered: number
  inspector: { open: boolean; tab: InspectorTab }
  /** The request the wire view shows in full; null, or one of another thread: their list. */
  wireRequestId: string | null
  dialog: OpenDialog | null
  /** The approval whose card is up; null: the oldest open one. */
  approvalId: string | null
  /** Whether the person put the approval card away; the next one that opens brings it back. */
  approvalHidden: boolean
  /** Counts the wishes to answer approvals now: with each the card takes the focus. */
  approvalWish: number
  /** By turn, group or thread id: true folded, false open, absent as it is by default. */
  folds: Readonly<Record<string, boolean>>
  /** By thread id: what is written in the composer and not sent. */
  drafts: Readonly<Record<string, string>>
  /** And what is attached to it; written by state/attached.ts. */
  attached: AttachedByThread
  /** Read out by the live region; the number makes the same words twice two announcements. */
  announcement: { text: string; n: number }
}

export const INITIAL_UI: UiState = {
  route: { screen: 'home' },
  threadId: null,
  trunkId: null,
  turnId: null,
  reveal: null,
  found: null,
  compared: [],
  stopped: [],
  picks: {},
  news: null,
  sidebar: true,
  covered: 0,
  inspector: { open: false, tab: 'conversation' },
  wireRequestId: null,
  dialog: null,
  approvalId: null,
  approvalHidden: false,
  approvalWish: 0,
  folds: {},
  drafts: {},
  attached: {},
  announcement: { text: '', n: 0 },
}
