import { expect, it } from 'vitest'
import { CALL_KINDS, callKind } from './tested-call'

it('puts what was written where the tool expects it', () => {
  expect(callKind('Bash').call('ls')).toEqual({ tool: 'Bash', input: { command: 'ls' } })
  expect(callKind('WebFetch').call('https://x')).toEqual({ tool: 'WebFetch', input: { url: 'https://x' } })
  expect(callKind('other').call('mcp__a__b')).toEqual({ tool: 'mcp__a__b', input: {} })
})

it('takes an unknown kind for the first one', () => {
  expect(callKind('nothing')).toBe(CALL_KINDS[0])
})
