// What a person needs while writing: files to name, and drafts that outlive the window.
import type { CommandResult, ParsedInput } from '../../shared/contract/commands'
import { attachmentView } from './attachments/attachments'
import type { HostParts } from './host-parts'
import type { FileIndex } from './ports/file-index'
import { sessionOf, threadOf } from './threads'
import type { Worktrees } from './worktrees'

type ComposingParts = Pick<HostParts, 'store'>

export class Composing {
  constructor(
    private readonly parts: ComposingParts,
    private readonly worktrees: Pick<Worktrees, 'place'>,
    private readonly files: FileIndex,
  ) {}

  /** Files of the folder the thread works in. */
  async findFiles({ threadId, query, limit }: ParsedInput<'project.files'>): Promise<CommandResult<'project.files'>> {
    const { folder } = this.worktrees.place(threadOf(this.parts.store, threadId))
    return this.files.find({ folder, query, limit })
  }

  /** Does not wait for the disk: a draft lost with the power is a draft of a second ago. */
  writeDraft({ threadId, text }: ParsedInput<'draft.write'>): void {
    const { store } = this.parts
    const { sessionId } = threadOf(store, threadId)
    store.commit(() => store.drafts.put({ threadId, sessionId, text }), 'process')
  }

  readDrafts({ sessionId }: ParsedInput<'draft.read'>): CommandResult<'draft.read'> {
    const { store } = this.parts
    sessionOf(store, sessionId)
    const texts = new Map(store.drafts.ofSession(sessionId).map(({ threadId, text }) => [threadId, text]))
    const attached = Map.groupBy(store.attachments.ofDrafts(sessionId), ({ threadId }) => threadId)
    const threadIds = [...new Set([...texts.keys(), ...attached.keys()])].sort()
    return {
      drafts: threadIds.map((threadId) => ({
        threadId,
        text: texts.get(threadId) ?? '',
        attachments: (attached.get(threadId) ?? []).map(attachmentView),
      })),
    }
  }
}
