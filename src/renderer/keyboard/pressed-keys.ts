// Keys as text (`Mod+Shift+K`, `F6`, `[`), and whether a key that was pressed is one of them, on whatever layout.

export interface Pressed {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  getModifierState?: (name: 'AltGraph') => boolean
}

interface Keys {
  mod: boolean
  alt: boolean
  shift: boolean
  /** A letter as a capital, a character as it is printed, or the name of a key. */
  name: string
}

const NAMED = /^(F([1-9]|1[0-9]|2[0-4])|Home|End|PageUp|PageDown|Insert|Delete|Space|Arrow(Up|Down|Left|Right))$/

/** Reads keys from their text; null where they are none. */
export function parseKeys(text: string): Keys | null {
  const [, mod, alt, shift, name = ''] = /^(Mod\+)?(Alt\+)?(Shift\+)?(\S+)$/.exec(text) ?? []
  if (!(isCharacter(name) || NAMED.test(name))) return null
  return { mod: mod !== undefined, alt: alt !== undefined, shift: shift !== undefined, name }
}

/**
 * Whether these keys were pressed. Letters and characters are those that are printed on the keyboard: a German Y is a Y, and
 * `[` is found behind AltGr. Where the layout has no Latin letters, and for a character that Shift replaced, the place counts.
 */
export function isPressed(text: string, event: Pressed): boolean {
  const keys = parseKeys(text)
  if (!keys || keys.mod !== isMod(event)) return false
  // Outside of chords a character is what it is, however the layout has it typed: with Shift, with AltGr, or plain.
  const bare = isCharacter(keys.name) && !isLetter(keys.name) && !keys.mod && !keys.shift && !keys.alt
  if (bare && event.key === keys.name) return true
  return keys.shift === event.shiftKey && keys.alt === isAlt(event) && namesOf(event).includes(keys.name)
}

/** The text of the keys that were pressed; null for a modifier alone and for what is no key of its own. */
export function keysOf(event: Pressed): string | null {
  const name = namesOf(event)[0]
  if (name === undefined) return null
  const mod = isMod(event) ? 'Mod+' : ''
  // A character that needs Shift or AltGr is named by itself, unless Mod makes it a chord.
  const bare = isCharacter(name) && !isLetter(name) && mod === ''
  const alt = isAlt(event) && !bare ? 'Alt+' : ''
  return `${mod}${alt}${event.shiftKey && !bare ? 'Shift+' : ''}${name}`
}

const ON_PLACE: Readonly<Record<string, string>> = { Period: '.', Comma: ',', Slash: '/' }

/** What the key may be called, the best first. */
function namesOf(event: Pressed): string[] {
  const { key, code } = event
  if (key === ' ') return ['Space']
  const place = /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1] ?? ON_PLACE[code]
  if (/^[a-z]$/i.test(key)) return [key.toUpperCase()]
  if (!isCharacter(key)) return NAMED.test(key) ? [key] : []
  const latin = key.charCodeAt(0) < 128
  if (place === undefined) return [key]
  if (!latin && /[A-Z]/.test(place)) return [place, key]
  // In a chord the place counts too: Shift has replaced the character, or the layout has it behind Shift.
  if (!isMod(event)) return [key]
  return event.shiftKey || isAlt(event) ? [place, key] : [key, place]
}

/** Control or Command; AltGr comes with Control on some systems and means neither. */
function isMod(event: Pressed): boolean {
  return (event.ctrlKey || event.metaKey) && !isAltGraph(event)
}

function isAlt(event: Pressed): boolean {
  return event.altKey && !isAltGraph(event)
}

function isAltGraph(event: Pressed): boolean {
  return event.getModifierState?.('AltGraph') === true
}

function isCharacter(text: string): boolean {
  return [...text].length === 1
}

function isLetter(text: string): boolean {
  return /^[A-Z]$/.test(text)
}
