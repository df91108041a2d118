import { describe, expect, it } from 'vitest'
import { ansiPieces, plainOutput } from './ansi-pieces'

const E = '\u001b'
const brief = (text: string) => ansiPieces(text).map(({ text: words, tone }) => [words, tone])

describe('the output of a command', () => {
  it('keeps its colours, bright ones as their plain kin', () => {
    expect(brief(`${E}[32m✓${E}[0m ok ${E}[91mbad${E}[39m${E}[90m 1 ms${E}[0m`)).toEqual([
      ['✓', 'green'],
      [' ok ', null],
      ['bad', 'red'],
      [' 1 ms', 'grey'],
    ])
  })

  it('keeps weight, and a coloured or inverse ground as inverse', () => {
    const [bold, fail, back] = ansiPieces(`${E}[1mname${E}[0m${E}[41m FAIL ${E}[0m${E}[7mx${E}[0m`)
    expect(bold).toMatchObject({ text: 'name', bold: true, inverse: false })
    expect(fail).toMatchObject({ text: ' FAIL ', tone: 'red', inverse: true })
    expect(back).toMatchObject({ text: 'x', tone: null, inverse: true })
  })

  it('shows colours of 256 and 16 million as text', () => {
    expect(brief(`${E}[38;5;196mred${E}[0m ${E}[38;2;1;2;3mdark${E}[0m`).every(([, tone]) => tone === null)).toBe(true)
  })

  it('is data: markup stays the text it is', () => {
    expect(brief(`${E}[33m<img src=x onerror=alert(1)>&amp;${E}[0m`)).toEqual([
      ['<img src=x onerror=alert(1)>&amp;', 'yellow'],
    ])
  })

  it('drops what only a terminal understands: titles, links, moves of the cursor', () => {
    const noise = `${E}]0;title\u0007${E}[2K${E}[1Ga${E}]8;;https://x.example${E}\\link${E}]8;;${E}\\${E}(B`
    expect(plainOutput(noise)).toBe('alink')
    expect(
      ansiPieces(noise)
        .map(({ text }) => text)
        .join(''),
    ).toBe('alink')
  })

  it('shows of a line that was written over what stood there last', () => {
    expect(plainOutput('10 %\r50 %\r100 %\r\nnext')).toBe('100 %\nnext')
  })

  it('without an escape is one piece, and nothing is none', () => {
    expect(ansiPieces('plain')).toHaveLength(1)
    expect(ansiPieces('')).toEqual([])
  })
})
