// Owns text that is long, plain, and the same on every machine.

const WORDS =
  'the parser keeps a cursor into the source and reports every fault with its line so a caller can show where it stands while nodes are built from the leaves up and shared between passes that only read them'.split(
    ' ',
  )

/** About `chars` characters of words in lines, from another place in the row of words for each `seed`. */
export function prose(seed: number, chars: number): string {
  let text = ''
  for (let n = seed * 7; text.length < chars; n++) {
    const word = WORDS[n % WORDS.length] ?? ''
    text += n % 14 === 13 ? `${word}.\n` : `${word} `
  }
  return text.trimEnd()
}
