import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

interface Caret {
  at: number
  /** Whether it has still to be put there, because the text was written for the person. */
  toPut: boolean
}

/** Where the caret of a field is. Set with `put`, the field's own caret follows once its text is there. */
export function useCaret(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
): [Caret, (at: number, put?: boolean) => void] {
  const [caret, setCaret] = useState<Caret>({ at: text.length, toPut: false })
  useLayoutEffect(() => {
    if (!caret.toPut || field.current?.value !== text) return
    field.current.setSelectionRange(caret.at, caret.at)
    setCaret({ at: caret.at, toPut: false })
  }, [caret, field, text])
  const set = useCallback((at: number, put = true) => setCaret({ at, toPut: put }), [])
  return [caret, set]
}
