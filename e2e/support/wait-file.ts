// A command that goes on until the story lets it end: the test decides when, not a clock.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Wait {
  /** Shell words that wait until `end` is called. */
  readonly command: string
  end(): void
}

/** Makes a wait in `folder`, which has to be outside of what a story compares. */
export function createWait(folder: string, name = 'end'): Wait {
  const mark = join(folder, `${name}.mark`)
  return {
    command: `until [ -e '${mark}' ]; do sleep 0.05; done`,
    end: () => writeFileSync(mark, ''),
  }
}
