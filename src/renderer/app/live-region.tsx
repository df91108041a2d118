import { useEffect, useRef, useState } from 'react'
import type { Thread } from '../../shared/domain/thread'
import { appStore, useApp } from '../state/store'
import { threadWords } from '../threads/thread-words'

/** How long changes are gathered before they are read out together. */
const GATHER_MS = 700

/** Reads out what changes without being asked for: states of threads, approvals, and what an action has announced. */
export function LiveRegion() {
  const announcement = useApp(({ ui }) => ui.announcement)
  const changes = useStateChanges()
  return (
    <>
      <p className="sr" role="status" key={`a${announcement.n}`}>
        {announcement.text}
      </p>
      <p className="sr" role="status" aria-label="Changes">
        {changes}
      </p>
    </>
  )
}

function useStateChanges(): string {
  const [text, setText] = useState('')
  const gathered = useRef(new Map<string, string>())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = appStore.subscribe(({ view }, { view: before }) => {
      const session = view.session
      if (!session || session.threads === before.session?.threads) return
      if (before.session?.session.id !== session.session.id) return
      for (const id of session.threadIds) {
        const words = changeWords(before.session.threads[id], session.threads[id])
        if (words) gathered.current.set(id, words)
      }
      if (gathered.current.size === 0) return
      timer ??= setTimeout(() => {
        timer = undefined
        setText([...gathered.current.values()].join('. '))
        gathered.current.clear()
      }, GATHER_MS)
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [])
  return text
}

function changeWords(before: Thread | undefined, after: Thread | undefined): string | null {
  if (!after || before === after || before?.state === after.state) return null
  const name = after.kind === 'main' ? 'Main' : after.title
  return `${name}: ${threadWords(after, Date.now()).word}`
}
