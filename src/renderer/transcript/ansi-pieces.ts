// The output of a command as pieces of text with the colours it asked for. Pure; what it wrote is data, never HTML.
import Anser from 'anser'

export type AnsiTone = 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'grey'

export interface AnsiPiece {
  text: string
  /** null: the colour of text. Colours that no theme can promise to show well (256 and true colours) are left out. */
  tone: AnsiTone | null
  /** On a ground of its tone, where a command asked for a coloured ground or for inverse. */
  inverse: boolean
  bold: boolean
  dim: boolean
  italic: boolean
  underline: boolean
}

const ESCAPE = String.fromCharCode(27)
const BELL = String.fromCharCode(7)
/** Titles and links: they are for a terminal, and end with a bell or with a string terminator. */
const SYSTEM_COMMAND = new RegExp(`${ESCAPE}\\][^${BELL}${ESCAPE}]*(?:${BELL}|${ESCAPE}\\\\)?`, 'g')
/** Every other sequence, colours among them. */
const SEQUENCE = new RegExp(`${ESCAPE}(?:\\[[0-?]*[ -/]*[@-~]|[()][A-Z0-9]|[@-Z\\\\^_=>78])`, 'g')

/** The text without what is meant for a terminal; of a line that was written over, what stood there last. */
export function plainOutput(text: string): string {
  return visible(text).replace(SEQUENCE, '')
}

/** The pieces of a text, in order; their texts together are `plainOutput`. */
export function ansiPieces(text: string): AnsiPiece[] {
  const shown = visible(text)
  if (!shown.includes(ESCAPE)) return shown === '' ? [] : [{ ...PLAIN, text: shown }]
  return Anser.ansiToJson(shown, { json: true, use_classes: true, remove_empty: true }).flatMap((entry) => {
    const words = entry.content.replace(SEQUENCE, '')
    if (words === '') return []
    const has = (name: (typeof entry.decorations)[number]) => entry.decorations.includes(name)
    const ground = toneOf(entry.bg)
    return [
      {
        text: words,
        tone: ground ?? toneOf(entry.fg),
        // Inverse is given as a swap of the two colours; where none was set, as black on white.
        inverse: ground !== null || /^ansi-(bright-)?white$/.test(entry.bg ?? ''),
        bold: has('bold'),
        dim: has('dim'),
        italic: has('italic'),
        underline: has('underline'),
      },
    ]
  })
}

const PLAIN = { tone: null, inverse: false, bold: false, dim: false, italic: false, underline: false } as const

function visible(text: string): string {
  const unwrapped = text.includes(ESCAPE) ? text.replace(SYSTEM_COMMAND, '') : text
  return unwrapped.includes('\r')
    ? unwrapped.replaceAll('\r\n', '\n').split('\n').map(lastWritten).join('\n')
    : unwrapped
}

/** A progress bar writes over its line again and again. */
function lastWritten(line: string): string {
  return line.split('\r').findLast((part) => part !== '') ?? ''
}

const TONES: Record<string, AnsiTone> = {
  red: 'red',
  green: 'green',
  yellow: 'yellow',
  blue: 'blue',
  magenta: 'magenta',
  cyan: 'cyan',
}

function toneOf(name: string | null): AnsiTone | null {
  if (!name) return null
  if (name === 'ansi-bright-black') return 'grey'
  return TONES[name.replace(/^ansi-(bright-)?/, '')] ?? null
}
