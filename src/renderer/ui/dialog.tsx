import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from './button'
import { classes } from './classes'
import styles from './dialog.module.css'
import { useStanding } from './use-standing'

export interface DialogProps {
  /** The heading, and the accessible name. */
  title: string
  onClose: () => void
  children: ReactNode
  /** Stands at the right of the heading. */
  aside?: ReactNode
  /** Buttons along the lower edge. */
  footer?: ReactNode
  icon?: ReactNode
  /** False for a card that leaves the page usable (it then takes no focus and closes on no outside click). */
  modal?: boolean
  className?: string
  /** What the dialog is about: it then stands beneath it, as far as there is room, and the page stays readable. */
  beside?: () => Element | null
}

/**
 * A native `<dialog>`, centred; the browser keeps the focus inside while it is modal and gives it back afterwards.
 * A modal one focuses what is marked `data-first-focus`. Escape and a click on the scrim ask `onClose`; the parent takes it away by no longer rendering it.
 */
export function Dialog({
  title,
  onClose,
  children,
  aside,
  footer,
  icon,
  modal = true,
  className,
  beside,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // A layout effect, since only a dialog that is closed while it is still in the page gives the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (modal) dialog.showModal()
    else dialog.show()
    if (modal) dialog.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    return () => dialog.close()
  }, [modal])
  useStanding(ref, beside)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key for what a click on the scrim does is Escape, which `cancel` handles
    <dialog
      ref={ref}
      className={classes(styles.dialog, beside && styles.beside, className)}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (modal && event.target === ref.current) onClose()
      }}
    >
      <div className={styles.inside}>
        <header className={styles.header}>
          {icon}
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <span className="grow" />
          {aside}
          <IconButton small label="Close" icon={<X />} onClick={onClose} />
        </header>
        {children}
        {footer && <footer className={styles.footer}>{footer}</footer>}
      </div>
    </dialog>
  )
}

/** One part of a dialog, set off from the one above by a hairline. */
export function DialogPart({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={classes(styles.part, className)}>{children}</div>
}
