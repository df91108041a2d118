// The services of one host, as the command handlers use them.
import type { CommandResult, ParsedInput } from '../../shared/contract/commands'
import type { Approvals } from '../services/approvals'
import type { Attachments } from '../services/attachments/attachments'
import type { Composing } from '../services/composing'
import type { HookListing } from '../services/hooks/hook-listing'
import type { HostParts } from '../services/host-parts'
import type { KeepWarm } from '../services/keep-warm/keep-warm'
import type { Projects } from '../services/project/projects'
import type { Sessions } from '../services/sessions'
import type { ThreadControl } from '../services/thread/thread-control'
import type { TurnRunner } from '../services/turn/turn-runner'
import type { ProjectRecord } from '../store/records'
import type { RememberedAnswers } from './remembered'
import type { SettingsSource } from './settings-source'
import type { LibraryServices } from './wire-library'
import type { TransferServices } from './wire-transfer'
import type { WorktreeServices } from './wire-worktrees'

export interface HostServices extends WorktreeServices, LibraryServices, TransferServices {
  parts: HostParts
  projects: Projects
  sessions: Sessions
  settings: SettingsSource
  control: ThreadControl
  runner: TurnRunner
  keepWarm: KeepWarm
  approvals: Approvals
  composing: Composing
  hookListing: HookListing
  attachments: Attachments
  remembered: RememberedAnswers
  info(): Promise<CommandResult<'app.info'>>
  openDemo(): Promise<ProjectRecord>
  startForks(
    input: ParsedInput<'fork.start'>,
    remember: (result: CommandResult<'fork.start'>) => void,
  ): Promise<CommandResult<'fork.start'>>
}
