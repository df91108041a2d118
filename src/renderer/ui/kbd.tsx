import styles from './kbd.module.css'

const isMac = /Mac|iP(hone|ad)/.test(globalThis.navigator?.platform ?? '')

/** `Mod` becomes the key of this platform, the rest stays: `Mod+K` reads `Ctrl K` or `⌘K`. */
export function keyText(keys: string): string {
  const parts = keys.split('+').map((part) => NAMES[part] ?? part)
  return parts.join(isMac ? '' : ' ')
}

const NAMES: Record<string, string> = {
  Mod: isMac ? '⌘' : 'Ctrl',
  Shift: isMac ? '⇧' : 'Shift',
  Enter: '↵',
  Escape: 'Esc',
}

/** A key hint beside a control. Decoration, and drawn as such: it is no part of the control's text, which carries `aria-keyshortcuts`. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className={styles.hint} aria-hidden="true">
      <kbd className={styles.kbd} data-keys={keyText(keys)} />
    </span>
  )
}
