import { describe, expect, it } from 'vitest'
import { createJsonLog } from './json-log'

function logLines() {
  const lines: string[] = []
  const log = createJsonLog({ clock: { now: () => 1000, after: () => () => {} }, write: (line) => lines.push(line) })
  return { log, lines }
}

describe('the log', () => {
  it('writes one JSON object per line', () => {
    const { log, lines } = logLines()
    log.info('turn.finished', { turnId: 'trn_1', steps: 3, forced: false, reason: null })
    expect(lines).toEqual([
      '{"at":1000,"level":"info","event":"turn.finished","turnId":"trn_1","steps":3,"forced":false,"reason":null}',
    ])
  })

  it('never holds a key, whatever it is called or wherever it stands', () => {
    const { log, lines } = logLines()
    log.warn('provider.auth', { apiKey: 'abc', authorization: 'Bearer abc', header: 'x sk-ant-api03-abcdefgh y' })
    expect(lines[0]).not.toContain('abc')
    expect(lines[0]).toContain('"header":"x [redacted] y"')
  })

  it('replaces what is too long to be an id by its length', () => {
    const { log, lines } = logLines()
    log.info('read', { text: 'all work and no play '.repeat(50) })
    expect(lines[0]).toContain('"text":"[1050 characters]"')
  })

  it('says of an error where it came from and not what it quotes', () => {
    const { log, lines } = logLines()
    let caught: unknown
    try {
      JSON.parse('{ the private prompt')
    } catch (error) {
      caught = error
    }
    log.error('incident', { incident: 'i1' }, caught)
    expect(lines[0]).toContain('"error":"SyntaxError"')
    expect(lines[0]).toContain('json-log.test.ts')
    expect(lines[0]).not.toContain('private prompt')
  })
})
