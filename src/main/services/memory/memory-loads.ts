// What a thread knows of memory files: from its prompt, from its ancestors' history below its branch point, and from its own.
import type { MemoryFile } from '../../../core/library/memory-text'
import type { MemoryLoadRecord } from '../../store/records'
import type { Store } from '../../store/store'

/** Notes what a thread's first snapshot says; within the commit that stores it. */
export function notePromptMemory(store: Store, threadId: string, files: readonly MemoryFile[]): void {
  for (const { path, text } of files) store.memoryLoads.add({ threadId, path, text, pendingId: null, position: null })
}

/** The latest a thread was told of each file, by its name. What a summary took the place of, it was not told. */
export function knownMemory(store: Store, threadId: string): Map<string, MemoryLoadRecord> {
  const from = store.epochs.current(threadId)?.firstPosition ?? 0
  const known = new Map<string, MemoryLoadRecord>()
  for (const { threadId: id, below } of store.threads.ancestors(threadId)) {
    const isOwn = id === threadId
    if (!isOwn && below === 0) continue
    for (const load of store.memoryLoads.ofThread(id)) if (isTold(load, isOwn, from, below)) known.set(load.path, load)
  }
  return known
}

function isTold({ pendingId, position }: MemoryLoadRecord, isOwn: boolean, from: number, below: number): boolean {
  if (pendingId === null) return true
  return position === null ? isOwn : position >= from && position < below
}
