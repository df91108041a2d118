import { describe, expect, it } from 'vitest'
import { NO_USAGE } from '../../../../shared/domain/units'
import { viewRequest } from '../../../../testing/domain-views'
import { outlineBody } from './body-outline'
import { blockCounts, bodyPicture, ledgerPicture, originOf } from './prefix-parts'

const prefix = { link: 'l', blocks: 20, sharedWithParent: 12, sharedWithPrevious: 17 }
const sent = (tokens: number, output = 0) => ({ ...NO_USAGE, cacheRead: tokens, output })

describe('what of a request was sent before', () => {
  it('is divided into inherited, sent before and new blocks', () => {
    expect(blockCounts(viewRequest({ id: 'a', prefix }))).toEqual({ inherited: 12, before: 5, fresh: 3 })
    const first = viewRequest({ id: 'a', prefix: { ...prefix, sharedWithPrevious: 0 } })
    expect(blockCounts(first)).toEqual({ inherited: 12, before: 0, fresh: 8 })
    expect([0, 11, 12, 16, 17].map((index) => originOf(viewRequest({ id: 'a', prefix }), index))).toEqual([
      'inherited',
      'inherited',
      'before',
      'before',
      'new',
    ])
  })

  it('is measured in the tokens that the provider counted', () => {
    const request = viewRequest({ id: 'a', prefix, usage: sent(1000) })
    const previous = viewRequest({ id: 'b', usage: sent(900) })
    const branch = viewRequest({ id: 'c', usage: sent(600, 50) })
    const { parts, unit } = ledgerPicture(request, previous, branch)
    expect(unit).toBe('tokens')
    expect(parts.map(({ origin, size }) => [origin, size])).toEqual([
      ['inherited', 650],
      ['before', 250],
      ['new', 100],
    ])
  })

  it('is measured in blocks where a count is missing', () => {
    const request = viewRequest({ id: 'a', prefix, usage: sent(1000) })
    const { parts, unit } = ledgerPicture(request, undefined, undefined)
    expect(unit).toBe('blocks')
    expect(parts.map((part) => part.size)).toEqual([12, 5, 3])
    expect(ledgerPicture(viewRequest({ id: 'a', prefix })).unit).toBe('blocks')
  })

  it('is measured by the bytes of the body where that is there, with its markers', () => {
    const block = (text: string, more = {}) => ({ type: 'text', text, ...more })
    const marked = { cache_control: { type: 'ephemeral' } }
    const text = JSON.stringify({
      model: 'm',
      messages: [
        { role: 'user', content: [block('one')] },
        { role: 'assistant', content: [block('two'), block('three', marked)] },
      ],
    })
    const small = { link: '', blocks: 3, sharedWithParent: 1, sharedWithPrevious: 0 }
    const picture = bodyPicture(viewRequest({ id: 'a', prefix: small }), outlineBody(text))
    expect(picture.parts.map(({ origin, blocks }) => [origin, blocks])).toEqual([
      ['frame', 0],
      ['inherited', 1],
      ['new', 2],
    ])
    const end = text.lastIndexOf(']}]')
    expect(picture.parts.reduce((sum, part) => sum + part.size, 0)).toBe(end)
    expect(picture.markers).toEqual([1])
  })
})
