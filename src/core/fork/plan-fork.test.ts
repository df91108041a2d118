import { describe, expect, test } from 'vitest'
import { FORK_BOILERPLATE, PLACEHOLDER_RESULT } from './child-instruction'
import { modelForkMessage, personForkMessage, resultBlock, textBlock } from './plan-fork'

const parsed = (blocks: readonly { json: string }[]) => blocks.map((block) => JSON.parse(block.json) as object)

describe('the first message of a fork', () => {
  test('that the model started: a placeholder for each call in call order, the instruction, the directive', () => {
    const blocks = modelForkMessage(['b', 'a'], 'Do it.')
    expect(parsed(blocks)).toEqual([
      { type: 'tool_result', tool_use_id: 'b', content: PLACEHOLDER_RESULT },
      { type: 'tool_result', tool_use_id: 'a', content: PLACEHOLDER_RESULT },
      { type: 'text', text: FORK_BOILERPLATE },
      { type: 'text', text: 'Do it.' },
    ])
    expect(blocks.map((block) => block.toolUseId)).toEqual(['b', 'a', null, null])
  })

  test('is the same for all siblings but for the last block', () => {
    const [one, two] = [modelForkMessage(['a', 'b'], 'One.'), modelForkMessage(['a', 'b'], 'Two.')]
    expect(one.slice(0, -1)).toEqual(two.slice(0, -1))
    expect(one.at(-1)).not.toEqual(two.at(-1))
  })

  test('that a person started: the missing results, the instruction, the directive', () => {
    const closing = resultBlock('a', 'Interrupted.', true, 'tool')
    expect(parsed(personForkMessage([closing], 'Go.'))).toEqual([
      { type: 'tool_result', tool_use_id: 'a', content: 'Interrupted.', is_error: true },
      { type: 'text', text: FORK_BOILERPLATE },
      { type: 'text', text: 'Go.' },
    ])
    expect(personForkMessage([], 'Go.')).toHaveLength(2)
  })

  test('is of the app, so that the guard believes it', () => {
    for (const block of modelForkMessage(['a'], 'x')) expect(block).toMatchObject({ origin: 'app', role: 'user' })
  })
})

describe('a block', () => {
  test('says that it is an error only when it is one', () => {
    expect(resultBlock('a', 'ok', false, 'tool').json).toBe('{"type":"tool_result","tool_use_id":"a","content":"ok"}')
    expect(resultBlock('a', 'no', true, 'tool').json).toContain('"is_error":true')
  })

  test('is well-formed whatever a person or a tool wrote', () => {
    expect(textBlock('half \ud83c of a tree', 'person').json).toBe('{"type":"text","text":"half \ufffd of a tree"}')
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } }
    const block = resultBlock('a', [image, { type: 'text', text: 'x\udc00' }], false, 'tool')
    expect(JSON.parse(block.json)).toMatchObject({ content: [image, { type: 'text', text: 'x\ufffd' }] })
  })
})
