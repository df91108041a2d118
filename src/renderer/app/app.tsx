// Puts the screens together. Only app/ imports features; a feature imports ui/, threads/, transcript/, state/, client/ and itself.
//
// Slots, each filled by one export:
//   features/home/home-screen.tsx          HomeScreen()
//   features/settings/settings-screen.tsx  SettingsScreen()
//   features/timeline/timeline.tsx         Timeline()                     region "Timeline": the trunk `ui.trunkId`
//   features/outline/outline.tsx           Outline()                      the sidebar of a session
//   features/composer/composer.tsx         Composer({ threadId })         under the timeline, for `ui.threadId`
//   features/approvals/approval-card.tsx   ApprovalCard()                 over the timeline; renders nothing while none is open
//   features/inspector/inspector.tsx       Inspector({ threadId })        region "Inspector", while `ui.inspector.open`
// Dialogs (overlays.tsx), while `ui.dialog` is of their kind; all of them close with `closeDialog()`:
//   fork         features/fork-dialog/fork-dialog.tsx  ForkDialog({ threadId, turnId, turnN, onClose })
//   approvals    features/approvals/inbox.tsx          ApprovalInbox({ onClose })
//   palette      features/palette/palette.tsx          Palette({ onClose })
//   stop-all, keys, failure                            app/
// Actions live in state/ui-actions.ts, what the host is asked for screens in state/load.ts, commands go through useHost().
import type { HostClient } from '../client/host-client'
import { HostContext } from '../client/use-host'

/** The whole page. */
export function App({ host }: { host: HostClient }) {
  return <HostContext value={host}>{null}</HostContext>
}
