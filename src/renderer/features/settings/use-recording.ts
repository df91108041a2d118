import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { KeyActionId } from '../../keyboard/key-actions'
import { keysOf } from '../../keyboard/pressed-keys'

interface Recording {
  /** The action that waits for its keys; null: none. */
  id: KeyActionId | null
  start(id: KeyActionId): void
  stop(): void
}

/**
 * Takes the next keys for itself, before anything on the page hears them. Escape leaves it, and so do Tab and the pointer, so that
 * nobody is caught in it; `onKeys` gets null for Delete: no keys.
 */
export function useRecording(onKeys: (id: KeyActionId, keys: string | null) => void): Recording {
  const [id, setId] = useState<KeyActionId | null>(null)
  const heard = useRef(onKeys)
  useLayoutEffect(() => {
    heard.current = onKeys
  })
  useEffect(() => {
    if (id === null) return
    const stop = () => setId(null)
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Tab') return stop()
      event.preventDefault()
      event.stopImmediatePropagation()
      if (event.repeat || event.isComposing) return
      if (event.key === 'Escape') return stop()
      if (event.key === 'Backspace' || event.key === 'Delete') return heard.current(id, null)
      const keys = keysOf(event)
      if (keys) heard.current(id, keys)
    }
    window.addEventListener('keydown', onKeyDown, true)
    window.addEventListener('pointerdown', stop)
    window.addEventListener('blur', stop)
    return () => {
      window.removeEventListener('keydown', onKeyDown, true)
      window.removeEventListener('pointerdown', stop)
      window.removeEventListener('blur', stop)
    }
  }, [id])
  return { id, start: setId, stop: () => setId(null) }
}
