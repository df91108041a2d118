import { useEffect, useState } from 'react'
import { useApp } from '../state/store'

/**
 * Whether something that folds is open, and the way to change it. It is shut at first, and opens by itself when a search leads to one of
 * the items in it.
 */
export function useFold(holds: (itemId: string) => boolean): [open: boolean, setOpen: (open: boolean) => void] {
  const [open, setOpen] = useState(false)
  const landed = useApp(({ ui }) => (ui.found?.itemId != null && holds(ui.found.itemId) ? ui.found.n : 0))
  useEffect(() => {
    if (landed > 0) setOpen(true)
  }, [landed])
  return [open, setOpen]
}
