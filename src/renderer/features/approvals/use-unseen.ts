import { useCallback, useEffect, useRef, useState } from 'react'

/** Whether a scrolling part still holds something below its edge that was never in view. `content` names what it holds. */
export function useUnseen(content: string) {
  const element = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState<string | null>(null)
  const [overflows, setOverflows] = useState(false)
  const look = useCallback(() => {
    const box = element.current
    if (!box) return
    setOverflows(box.scrollHeight > box.clientHeight + 2)
    if (box.scrollTop + box.clientHeight >= box.scrollHeight - 2) setSeen(content)
  }, [content])
  useEffect(() => {
    const box = element.current
    if (!box) return
    box.scrollTop = 0
    look()
    const observer = new ResizeObserver(look)
    for (const part of [box, ...box.children]) observer.observe(part)
    return () => observer.disconnect()
  }, [look])
  return {
    ref: element,
    unseen: overflows && seen !== content,
    onScroll: look,
    showEnd: () => element.current?.scrollBy({ top: element.current.clientHeight * 0.9 }),
  }
}
