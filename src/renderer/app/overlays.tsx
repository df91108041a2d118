// The dialog that is open, whichever feature it belongs to.
import type { Advice } from '../client/failure-advice'
import { ApprovalInbox } from '../features/approvals/inbox'
import { ForkDialog } from '../features/fork-dialog/fork-dialog'
import { ExportDialog } from '../features/home/export-dialog'
import { ImportDialog } from '../features/home/import-dialog'
import { NewSessionDialog } from '../features/home/new-session-dialog'
import { OpenFolderDialog } from '../features/home/open-folder-dialog'
import { BringBackDialog, DiscardDialog, MergeDialog } from '../features/homecoming/homecoming'
import { ToolServersDialog } from '../features/mcp/tool-servers-dialog'
import { Palette } from '../features/palette/palette'
import { Search } from '../features/search/search'
import { TrustDialog } from '../features/trust/trust-dialog'
import { useApp } from '../state/store'
import { closeDialog, goTo } from '../state/ui-actions'
import { Button } from '../ui/button'
import { Dialog, DialogPart } from '../ui/dialog'
import { KeysDialog } from './keys-dialog'
import { StopAllDialog } from './stop-all-dialog'

/** Renders `ui.dialog`; nothing while there is none. */
export function Overlays() {
  const dialog = useApp(({ ui }) => ui.dialog)
  switch (dialog?.kind) {
    case undefined:
      return null
    case 'fork': {
      const { threadId, turnId, turnN, as } = dialog
      return <ForkDialog threadId={threadId} turnId={turnId} turnN={turnN} as={as} onClose={closeDialog} />
    }
    case 'palette':
      return <Palette onClose={closeDialog} />
    case 'search':
      return <Search begin={dialog.text} onClose={closeDialog} />
    case 'open-folder':
      return <OpenFolderDialog onClose={closeDialog} />
    case 'new-session':
      return <NewSessionDialog onClose={closeDialog} />
    case 'import':
      return <ImportDialog projectId={dialog.projectId} onClose={closeDialog} />
    case 'export':
      return <ExportDialog onClose={closeDialog} />
    case 'trust':
      return <TrustDialog projectId={dialog.projectId} />
    case 'approvals':
      return <ApprovalInbox onClose={closeDialog} />
    case 'merge':
      return <MergeDialog threadId={dialog.threadId} onClose={closeDialog} />
    case 'bring-back':
      return <BringBackDialog threadId={dialog.threadId} onClose={closeDialog} />
    case 'discard': {
      const { threadId, title, loss } = dialog
      return <DiscardDialog threadId={threadId} title={title} loss={loss} onClose={closeDialog} />
    }
    case 'stop-all':
      return <StopAllDialog />
    case 'tool-servers':
      return <ToolServersDialog threadId={dialog.threadId} onClose={closeDialog} />
    case 'keys':
      return <KeysDialog />
    case 'failure':
      return <FailureDialog title={dialog.title} text={dialog.text} advice={dialog.advice ?? null} />
  }
}

function FailureDialog({ title, text, advice }: { title: string; text: string; advice: Advice | null }) {
  return (
    <Dialog
      title={title}
      onClose={closeDialog}
      footer={
        <>
          <span className="grow" />
          {advice?.place === 'settings' && <Button onClick={() => goTo({ screen: 'settings' })}>Settings</Button>}
          <Button tone="primary" data-first-focus onClick={closeDialog}>
            Close
          </Button>
        </>
      }
    >
      <DialogPart>
        <p role="alert">
          {text} {advice?.text}
        </p>
      </DialogPart>
    </Dialog>
  )
}
