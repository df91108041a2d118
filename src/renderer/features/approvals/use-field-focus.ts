import { type RefObject, useLayoutEffect, useRef } from 'react'

/** A field that takes the focus when it appears, and gives it to its card when it goes with the focus in it. */
export function useFieldFocus<Field extends HTMLInputElement | HTMLTextAreaElement>(): RefObject<Field | null> {
  const field = useRef<Field>(null)
  useLayoutEffect(() => {
    const element = field.current
    element?.focus()
    element?.setSelectionRange(element.value.length, element.value.length)
    return () => {
      if (element && element === document.activeElement) element.closest<HTMLElement>('[role="dialog"]')?.focus()
    }
  }, [])
  return field
}
