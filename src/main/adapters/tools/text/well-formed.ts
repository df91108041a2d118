// Text that any JSON parser, database and model takes: no lone surrogates, no NUL, no cut characters.

/** Replaces lone surrogates by U+FFFD and NUL by its visible sign. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD').replaceAll('\0', '\u2400')
}

export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text)
}

/** At most the first `length` characters (UTF-16 units), never ending within a character. */
export function firstPart(text: string, length: number): string {
  if (text.length <= length) return text
  return text.slice(0, isHighSurrogate(text.charCodeAt(length - 1)) ? length - 1 : length)
}

/** At most the last `length` characters (UTF-16 units), never beginning within a character. */
export function lastPart(text: string, length: number): string {
  if (text.length <= length) return text
  const start = text.length - length
  return text.slice(isLowSurrogate(text.charCodeAt(start)) ? start + 1 : start)
}

/** A count as people read it: 20,000,000. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
