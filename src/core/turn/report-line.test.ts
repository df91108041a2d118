import { describe, expect, it } from 'vitest'
import { reportLine } from './report-line'

describe('the one line of a report', () => {
  it('is what stands behind Result, wherever that comes', () => {
    expect(reportLine('**Scope:** the parser.\n\n**Result:** 96 of 104 pass.\n**Issues:** templates')).toBe(
      '96 of 104 pass.',
    )
    expect(reportLine('## Result:\n\n- four callers in `docs/callers.md`')).toBe('four callers in docs/callers.md')
  })

  it('is the first line of prose where no result is named, without marks', () => {
    expect(reportLine('---\n# Done\n\nAll of it.')).toBe('Done')
    expect(reportLine('> See [the table](docs/table.md), **please**')).toBe('See the table, please')
  })

  it('keeps what is code as it is written', () => {
    expect(reportLine('**Result:** the binding of `**`, so `-2 ** 2` is __now__ -4.')).toBe(
      'the binding of **, so -2 ** 2 is now -4.',
    )
  })

  it('is cut at 200 characters, between characters', () => {
    const line = reportLine('😀'.repeat(300)) ?? ''
    expect([...line]).toHaveLength(200)
    expect(line.endsWith('😀…')).toBe(true)
  })

  it('is nothing when nothing was said', () => {
    expect(reportLine('')).toBeNull()
    expect(reportLine('```\n---\n')).toBeNull()
  })
})
