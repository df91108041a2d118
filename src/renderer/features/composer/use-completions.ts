import { useMemo, useState } from 'react'
import type { CalledCommand } from './called-commands'
import type { Completion } from './completion'
import { type Mention, mentionAt, mentionEntries } from './file-mention'
import { completions, type SlashEntry } from './slash-command'
import { useFilesFound } from './use-files-found'

export interface Completions {
  /** The name of the list. */
  title: 'Commands' | 'Files'
  entries: readonly Completion[]
  active: number
  /** Answers whether the key was one of the menu's. */
  onKey(key: string, take: (entry: Completion) => void): boolean
  open(): void
  close(): void
}

/** The menu over the field: commands for a text that begins one, files for a name after `@`. Escape closes it until the text changes. */
export function useCompletions(
  threadId: string,
  text: string,
  caret: number,
  called: readonly CalledCommand[] | null,
): Completions {
  const [closed, setClosed] = useState(false)
  const [active, setActive] = useState(0)
  const commands = useMemo(() => completions(text, called).map(commandEntry), [text, called])
  const mention = useMention(text, caret, closed || commands.length > 0)
  const paths = useFilesFound(threadId, mention?.query ?? null)
  const entries = useMemo(() => {
    if (closed) return []
    return mention ? mentionEntries(text, caret, mention, paths) : commands
  }, [closed, commands, mention, paths, text, caret])
  const index = Math.min(active, Math.max(0, entries.length - 1))
  const step = (by: number) => setActive((index + by + entries.length) % entries.length)
  return {
    title: mention ? 'Files' : 'Commands',
    entries,
    active: index,
    onKey(key, take) {
      const entry = entries[index]
      if (!entry) return false
      if (key === 'ArrowDown') step(1)
      else if (key === 'ArrowUp') step(-1)
      else if (key === 'Escape') setClosed(true)
      else if (key === 'Tab' || (key === 'Enter' && entry.text.trimEnd() !== text)) take(entry)
      else return false
      return true
    },
    open() {
      setClosed(false)
      setActive(0)
    },
    close: () => setClosed(true),
  }
}

function useMention(text: string, caret: number, none: boolean): Mention | null {
  return useMemo(() => (none ? null : mentionAt(text, caret)), [text, caret, none])
}

function commandEntry({ insert, label, hint }: SlashEntry): Completion {
  return { key: insert, label, hint, text: insert, caret: insert.length }
}
