// The files a message names with `@`, as they are when it is sent.
import { type FileMention, fileMentions } from '../../../core/content/file-mentions'
import { MAX_ATTACHMENTS } from '../../../shared/contract/attachment-limits'
import { FailureError } from '../../../shared/contract/failure'
import type { ThreadRecord } from '../../store/records'
import type { HostParts } from '../host-parts'
import { judgeCall } from '../permissions'
import type { Attaching, PreparedFile } from '../ports/attaching'
import type { ToolPlaces } from '../ports/tools'
import type { Worktrees } from '../worktrees'

/** All of one message together; each is cut as the `read` tool cuts. */
const MENTIONED_CHARS = 300_000

export class MentionedFiles {
  constructor(
    private readonly parts: Pick<
      HostParts,
      'store' | 'judge' | 'libraryFiles' | 'unattended' | 'trusted' | 'outputsDir'
    >,
    private readonly attaching: Attaching,
    private readonly worktrees: Pick<Worktrees, 'place'>,
  ) {}

  /**
   * Reads them one after the other: what is too much is not read any more.
   *
   * @throws FailureError `attachment.refused`: a message that names a file which cannot go does not go without it
   */
  async read(thread: ThreadRecord, text: string): Promise<PreparedFile[]> {
    const files: PreparedFile[] = []
    let chars = 0
    const seen = new Set<string>()
    for (const mention of fileMentions(text)) {
      const file = await this.readOne(thread, mention, seen)
      if (!file) continue
      if (file.block.type === 'text') chars += file.block.text.length
      if (chars > MENTIONED_CHARS || files.length >= MAX_ATTACHMENTS)
        throw new FailureError(
          'attachment.refused',
          `@${file.facts.name} was not attached: the files named with @ are too many or too long together (at most ${MAX_ATTACHMENTS}, and ${MENTIONED_CHARS} characters). Name fewer, or parts of them (@file#L10-20).`,
          { name: file.facts.name },
        )
      files.push(file)
    }
    return files
  }

  /** Reads what a mention names, unless it was read for this message before under another spelling. */
  private async readOne(thread: ThreadRecord, mention: FileMention, seen: Set<string>): Promise<PreparedFile | null> {
    const { store } = this.parts
    const place = this.worktrees.place(thread)
    const places: ToolPlaces = {
      folder: place.folder,
      addedFolders: store.sessions.get(thread.sessionId)?.addedFolders ?? [],
      mapFrom: place.worktree?.parentFolder ?? null,
      mapTo: place.worktree?.path ?? null,
      outputsDir: this.parts.outputsDir,
    }
    const real = await this.attaching.find(mention, places)
    const key = `${real} ${mention.lines?.from}-${mention.lines?.to}`
    if (real === null || seen.has(key)) return null
    seen.add(key)
    const verdict = await judgeCall(this.parts, thread, place, { name: 'read', input: { file_path: real } })
    if (verdict.decision === 'deny')
      throw new FailureError('attachment.refused', `@${mention.paths[0]} is not attached: ${verdict.text}`, {
        name: mention.paths[0],
      })
    return this.attaching.mentioned(mention, places, {
      get: (path) => store.fileReads.get(thread.id, path)?.contentHash,
      set: (path, contentHash) =>
        store.commit(() => store.fileReads.set({ threadId: thread.id, path, contentHash }), 'process'),
    })
  }
}
