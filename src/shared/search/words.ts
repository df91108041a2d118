// What counts as a word when text is searched: the same for the index, for the query and for the marks on the screen. Pure.

/** A word as it is compared, and where it stands in its text (UTF-16, `to` exclusive). */
export interface FoundWord {
  word: string
  from: number
  to: number
}

const NON_ASCII = /[\u{80}-\u{10ffff}]/gu
/** Written without spaces between words, so that each character is a word of its own and a phrase finds any run of them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const PICTURE = /\p{Extended_Pictographic}/u
const MARK = /\p{M}/u
/** Of a longer word (a key, a picture as text) only the beginning counts: an index of such words is slow and finds nothing. */
const LONGEST = 64
const TOO_LONG = new RegExp(`([A-Za-z0-9\\u0080-\\uffff]{${LONGEST}})[A-Za-z0-9\\u0080-\\uffff]+`, 'g')
const NOT_WORD = /[^\p{L}\p{N}]/gu

/** How a character that is no ASCII takes part: '' joins what is around it, ' ' parts it, ' x ' is a word by itself. */
const folded = new Map<string, string>()

function fold(character: string): string {
  const known = folded.get(character)
  if (known !== undefined) return known
  const result = foldAnew(character)
  folded.set(character, result)
  return result
}

function foldAnew(character: string): string {
  if (PICTURE.test(character)) return ` ${character} `
  if (MARK.test(character)) return ''
  if (UNSPACED.test(character)) return ` ${character} `
  const plain = character.normalize('NFKD').replace(NOT_WORD, '').toLowerCase()
  return plain === '' ? ' ' : plain
}

/**
 * The text as it is handed to an index that parts words at everything that is neither an ASCII letter, an ASCII digit nor beyond
 * ASCII, and ignores the case of ASCII letters: accents are gone, characters of scripts without spaces and pictures stand alone.
 */
export function foldText(text: string): string {
  return text.replace(NON_ASCII, fold).replace(TOO_LONG, '$1')
}

/** All words of a text in their order: exactly those an index of `foldText(text)` holds. */
export function findWords(text: string): FoundWord[] {
  const words: FoundWord[] = []
  let word = ''
  let from = 0
  let to = 0
  const end = () => {
    if (word !== '') words.push({ word: word.slice(0, LONGEST), from, to })
    word = ''
  }
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0
    const next = at + (code > 0xffff ? 2 : 1)
    const part = code < 0x80 ? foldAscii(code) : fold(text.slice(at, next))
    if (part === ' ') end()
    else if (part.startsWith(' ')) {
      end()
      words.push({ word: part.trim(), from: at, to: next })
    } else if (part !== '' || word !== '') {
      if (word === '') from = at
      word += part
      to = next
    }
    at = next
  }
  end()
  return words
}

function foldAscii(code: number): string {
  if (code >= 0x61 && code <= 0x7a) return String.fromCharCode(code)
  if (code >= 0x41 && code <= 0x5a) return String.fromCharCode(code + 32)
  return code >= 0x30 && code <= 0x39 ? String.fromCharCode(code) : ' '
}

const NAME = /[A-Za-z0-9]+/g
const CAMEL = /[a-z0-9][A-Z]/
const HUMP = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g

/** The parts of names written in camel case (`parseExpression`: parse, expression), each name's own list. */
export function findHumps(text: string): FoundWord[][] {
  const names: FoundWord[][] = []
  for (const { 0: name, index } of text.matchAll(NAME)) {
    if (name.length <= LONGEST && CAMEL.test(name)) names.push(humpsOf(name, index))
  }
  return names
}

function humpsOf(name: string, at: number): FoundWord[] {
  return Array.from(name.matchAll(HUMP), ({ 0: hump, index }) => {
    const from = at + index
    return { word: hump.toLowerCase(), from, to: from + hump.length }
  })
}
