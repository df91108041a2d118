import { useEffect, useState } from 'react'

/** The longest a browser waits in one go; longer waits are taken up again. */
const MAX_WAIT_MS = 2_000_000_000

/** Whether a moment (EpochMs) has passed; renders again when it does, and not before. Null never passes. */
export function usePast(atMs: number | null): boolean {
  const [, setWoken] = useState(0)
  const past = atMs !== null && atMs <= Date.now()
  useEffect(() => {
    if (atMs === null || past) return
    const wait = Math.min(MAX_WAIT_MS, atMs - Date.now())
    const timer = setTimeout(() => setWoken((times) => times + 1), Math.max(0, wait) + 1)
    return () => clearTimeout(timer)
  })
  return past
}
