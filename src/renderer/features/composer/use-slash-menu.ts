import { useState } from 'react'
import { completions, type SlashEntry } from './slash-command'

/** The menu of commands: open while the text is an unfinished one, closed by Escape until the text changes. */
export function useSlashMenu(text: string) {
  const [closed, setClosed] = useState(false)
  const [active, setActive] = useState(0)
  const entries = closed ? [] : completions(text)
  const index = Math.min(active, Math.max(0, entries.length - 1))
  const step = (by: number) => setActive((index + by + entries.length) % entries.length)
  const onKey = (key: string, take: (entry: SlashEntry) => void): boolean => {
    const entry = entries[index]
    if (!entry) return false
    if (key === 'ArrowDown') step(1)
    else if (key === 'ArrowUp') step(-1)
    else if (key === 'Escape') setClosed(true)
    else if (key === 'Tab' || (key === 'Enter' && entry.insert.trimEnd() !== text)) take(entry)
    else return false
    return true
  }
  return {
    entries,
    active: index,
    onKey,
    open: () => {
      setClosed(false)
      setActive(0)
    },
    close: () => setClosed(true),
  }
}
