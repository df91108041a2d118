import { createContext, use } from 'react'
import styles from './kbd.module.css'

const isMac = /Mac|iP(hone|ad)/.test(globalThis.navigator?.platform ?? '')

/** `Mod` becomes the key of this platform, the rest stays: `Mod+K` reads `Ctrl K` or `⌘K`. */
export function keyText(keys: string): string {
  // A plus at the end is the key itself.
  const parts = keys.split(/\+(?!$)/).map((part) => NAMES[part] ?? part)
  return parts.join(isMac ? '' : ' ')
}

const NAMES: Record<string, string> = {
  Mod: isMac ? '⌘' : 'Ctrl',
  Alt: isMac ? '⌥' : 'Alt',
  Shift: isMac ? '⇧' : 'Shift',
  Enter: '↵',
  Escape: 'Esc',
}

/** Knows the keys an action has now, by its name; null where it has none. Provided once, by app/app.tsx. */
export const KeyNames = createContext<(action: string) => string | null>(() => null)

/** `keys` for keys that stay as they are, `action` for those a person may change. */
type KbdProps = { keys: string; action?: undefined } | { action: string; keys?: undefined }

/** A key hint beside a control. Decoration, and drawn as such: it is no part of the control's text, which carries `aria-keyshortcuts`. */
export function Kbd({ keys, action }: KbdProps) {
  const nameOf = use(KeyNames)
  const shown = action === undefined ? keys : nameOf(action)
  if (!shown) return null
  return (
    <span className={styles.hint} aria-hidden="true">
      <kbd className={styles.kbd} data-keys={keyText(shown)} />
    </span>
  )
}
