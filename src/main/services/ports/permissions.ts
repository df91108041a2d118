// How a call is judged before it runs: allowed, asked or denied, and why.
import type { Isolation, PermissionMode } from '../../../shared/domain/thread'
import type { BrokenFile } from './agent-files'

export interface CallToJudge {
  tool: string
  input: unknown
  /** The real path of the folder the call runs in. */
  folder: string
  addedFolders: readonly string[]
  /** The top level of the parent's checkout, for an isolated thread: inherited absolute paths below it mean its own worktree. */
  mapFrom: string | null
  /** What those paths then mean a path below; the thread's folder without it. */
  mapTo?: string | null
}

export interface GivenRule {
  effect: 'allow' | 'ask' | 'deny'
  rule: string
  /** For the person: where the rule comes from. */
  source: string
  /** preapproval: of a command or skill whose content a person approved. */
  scope: 'thread' | 'session' | 'project' | 'user' | 'preapproval'
}

export interface JudgeContext {
  mode: PermissionMode
  isolation: Isolation
  /** Whether the project is trusted: an untrusted one's own allow rules do not hold. */
  trusted: boolean
  /** Rules given by the person, in this app. */
  rules: readonly GivenRule[]
  projectFolder: string
  audience: 'person' | 'nobody'
  /** Whether only pre-approved rules allow anything. */
  preapprovedOnly: boolean
}

export interface Verdict {
  decision: 'allow' | 'ask' | 'deny'
  rule: string | null
  source: string
  /** One sentence for the person, and on a denial for the model: why. */
  text: string
  offers: { thread: string; session: string; project: string }
  /** Real paths outside the thread's folders that this call was judged for; allowed for this call when it is allowed. */
  outsidePaths: readonly string[]
  /** For a search: real paths it comes upon and must pass over, since rules speak of them. */
  hidden?(realPath: string): boolean
}

export interface RulesOfFiles {
  /** `ofProject`: written in the project itself, so that what it allows counts only where that is trusted. */
  rules: { effect: 'allow' | 'ask' | 'deny'; rule: string; source: string; ofProject: boolean }[]
  /** What of those files cannot be used. */
  broken: BrokenFile[]
  /** The mode new sessions begin with; null: no file chooses. */
  defaultMode: { mode: 'default' | 'acceptEdits' | 'plan'; ofProject: boolean } | null
}

export interface PermissionJudge {
  judge(call: CallToJudge, context: JudgeContext): Promise<Verdict>
  /** Whether a rule of the settings files that hold for a project asks about or denies calls of a tool; for tools no mode asks about. */
  restricts(projectFolder: string, tool: string): Promise<boolean>
  /** The simple commands of a line, each as one could type it; none where it cannot be read. */
  commandsIn(line: string): string[]
  /** What the settings files that hold for a project say, whether it is trusted or not. */
  readRules(projectFolder: string): Promise<RulesOfFiles>
  /** The single rules of an offer's text, in the form they are stored. */
  rulesOfOffer(offer: string): string[]
}
