import { Check, Copy, SquareArrowOutUpRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { announce } from '../../../state/ui-actions'
import { useCommand } from '../../../state/use-command'
import { Button } from '../../../ui/button'
import styles from './file-diff.module.css'

const CONFIRMED_MS = 1500

/** Copies a patch to the clipboard; whether that was just done stays true for a moment. */
export function useCopy(): readonly [copied: boolean, copy: (patch: string) => Promise<void>] {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async (patch: string) => {
    try {
      await navigator.clipboard.writeText(patch)
      setCopied(true)
      announce('The patch is copied')
    } catch (error) {
      // A browser may forbid it; nothing is lost by that but the copy.
      if (!(error instanceof DOMException)) throw error
      announce('The browser does not let the patch be copied')
    }
  }
  return [copied, copy]
}

/** Opens a file of a worktree, or the whole folder, in the person's own editor; why it could not be is shown. */
export function useEditor(threadId: string): (path?: string) => Promise<void> {
  const run = useCommand()
  return async (path) => {
    const done = await run('It was not opened', 'worktree.open', path === undefined ? { threadId } : { threadId, path })
    if (done) announce('Opened in your editor')
  }
}

interface CopyPatchProps {
  /** The text, made when it is asked for. */
  text: () => string
  /** Why it cannot be copied; null when it can. */
  barred: string | null
}

/** Copies the change of one file as `git apply` takes it, and says for a moment that it did. */
export function CopyPatch({ text, barred }: CopyPatchProps) {
  const [copied, copy] = useCopy()
  return (
    <Button
      small
      tone="ghost"
      icon={copied ? <Check /> : <Copy />}
      disabled={barred !== null}
      aria-label="Copy as patch"
      title={barred ?? 'Copy as patch, for git apply'}
      onClick={() => void copy(text())}
    >
      <span className={styles.wide}>Copy as patch</span>
    </Button>
  )
}

/** Opens one file in the person's own editor. */
export function OpenInEditor({ threadId, path, disabled }: { threadId: string; path: string; disabled: boolean }) {
  const open = useEditor(threadId)
  return (
    <Button
      small
      tone="ghost"
      icon={<SquareArrowOutUpRight />}
      disabled={disabled}
      aria-label="Open in editor"
      title="Open in editor"
      onClick={() => void open(path)}
    >
      <span className={styles.wide}>Open in editor</span>
    </Button>
  )
}
