// What is judged, with what in hand, and what comes out.
import type { Isolation, PermissionMode } from '../../shared/domain/thread'
import type { Rule } from './rule'
import type { ShellAnalysis } from './shell-analysis'

/** A path a call names, resolved by the caller through links to what it really is. */
export interface PathUse {
  /** As the call names it. */
  given: string
  /** The absolute real path: links followed as far as the path exists. */
  real: string
  /** Below the thread's folder or an added folder. */
  inside: boolean
  /** The call changes what is there. */
  write: boolean
  /** Only with `write`: a command names it and might change it; nobody can say. */
  perhaps?: boolean
  /** Nothing names it: it lies below a folder that is read as a whole. */
  below?: boolean
}

export interface PermissionCall {
  /** Our name of the tool. */
  tool: string
  input: unknown
  /** The real path of the thread's folder. */
  folder: string
  addedFolders: readonly string[]
  /** Of an isolated thread: the real paths of the checkout it was made from, and of its own. */
  checkout?: { from: string; to: string } | null
  /** For `bash`: the parsed command. */
  shell: ShellAnalysis | null
  paths: readonly PathUse[]
  /** Whether more lies below folders it reads as a whole than anybody looked at. */
  unseen?: boolean
}

export interface PermissionContext {
  mode: PermissionMode
  rules: readonly Rule[]
  isolation: Isolation
  /** Whether the person trusts the project with the files as they are now. */
  trusted: boolean
  /** nobody: print mode and islands; what would be asked is denied. */
  audience: 'person' | 'nobody'
  /** Whether nothing is allowed but what pre-approved rules allow: neither what a mode gives freely, nor other rules. */
  preapprovedOnly?: boolean
  /** The real path of the home folder. */
  home: string
  /** The real path of the project's folder; the thread may work in another checkout of it. */
  projectFolder?: string
  /** The real path of Tine's own data folder. */
  dataDir: string
  /** Real paths of files that hooks run: who changes them changes what runs unasked. */
  hookScripts?: readonly string[]
  /**
   * Whether the repository's configuration names commands that git itself would run (`git-config` and `hook`
   * activations). Only looked at while the project is not trusted; absent: taken to be so.
   */
  gitRunsProjectCode?: boolean
}

/** The rule that each wider scope would add; empty: that scope would change nothing, the call asks every time. */
export interface RuleOffers {
  thread: string
  session: string
  project: string
}

export interface Verdict {
  decision: 'allow' | 'ask' | 'deny'
  /** The rule that decided, as written; null when none did. */
  rule: string | null
  /** Where the decision comes from: a rule's place, the mode, a guard. */
  source: string
  /** One sentence for the person; of a denial also for the model. */
  text: string
  offers: RuleOffers
  /** What else is worth knowing before an answer, as half-sentences (`it also uses the network`). */
  facts: string[]
}

export const NO_OFFERS: RuleOffers = { thread: '', session: '', project: '' }
