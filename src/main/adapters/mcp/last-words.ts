// The end of what a server wrote on standard error: for whoever has to find out why it does not run.
import { stripVTControlCharacters } from 'node:util'

const MOST_CHARS = 4_000
const MOST_LINES = 20
const MOST_LINE_CHARS = 300

export class LastWords {
  private text = ''

  /** Takes decoded text as it comes. */
  add(text: string): void {
    this.text = (this.text + text).slice(-MOST_CHARS)
  }

  /** The last lines, without what moves a cursor or colours. */
  lines(): string[] {
    return stripVTControlCharacters(this.text)
      .replaceAll(/[^\P{Cc}\n\t]/gu, '')
      .split('\n')
      .map((line) => line.trimEnd().slice(0, MOST_LINE_CHARS))
      .filter((line) => line.trim() !== '')
      .slice(-MOST_LINES)
  }
}
