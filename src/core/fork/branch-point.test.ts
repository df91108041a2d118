// Every row of the table "the fork's first request", as far as it decides what is inherited.
import { describe, expect, test } from 'vitest'
import { type HistoryBlock, inheritAll, inheritRunning, inheritTurn } from './branch-point'

/**
 * A history in words: `t1 user:text`, `t1 model:thinking,text,use(a),use(b)`, `t1 user:res(a),text`. One string is one
 * message.
 */
function history(...messages: string[]): HistoryBlock[] {
  let position = 0
  return messages.flatMap((words, message) => {
    const [, turnId = '', who, content = ''] = /^(\S+) (user|model):(.+)$/.exec(words) ?? []
    return content.split(',').map((word): HistoryBlock => {
      const [, kind = '', toolUseId = null] = /^(\w+)(?:\((\w+)\))?$/.exec(word) ?? []
      const type = { use: 'tool_use', res: 'tool_result' }[kind] ?? kind
      return { position: position++, message, role: who === 'user' ? 'user' : 'assistant', type, turnId, toolUseId }
    })
  })
}

const talk = history('t1 user:text', 't1 model:thinking,text', 't2 user:text', 't2 model:text')

describe('a person forks a turn at rest that ends with', () => {
  test('words of the model: all of the turn is inherited, and nothing after it', () => {
    expect(inheritTurn(talk, 't2')).toEqual({ position: 5, messages: 4, openCalls: [] })
    expect(inheritTurn(talk, 't1')).toEqual({ position: 3, messages: 2, openCalls: [] })
  })

  test('calls that were never answered: they are inherited whole, open in call order', () => {
    const blocks = history('t1 user:text', 't1 model:thinking,text,use(a),use(b)')
    expect(inheritTurn(blocks, 't1')).toEqual({ position: 5, messages: 2, openCalls: ['a', 'b'] })
  })

  test('results: nothing of them is dropped', () => {
    const blocks = history('t1 user:text', 't1 model:use(a),use(b)', 't1 user:res(a),res(b)')
    expect(inheritTurn(blocks, 't1')).toEqual({ position: 5, messages: 3, openCalls: [] })
  })

  test('results and words that nobody answered: the results stay, the words are left out', () => {
    const blocks = history('t1 user:text', 't1 model:use(a)', 't1 user:res(a),text,text')
    expect(inheritTurn(blocks, 't1')).toEqual({ position: 3, messages: 3, openCalls: [] })
  })

  test('words of the person that nobody answered: there is nothing of that turn to leave from', () => {
    expect(inheritTurn(history('t1 user:text'), 't1')).toBeNull()
    expect(inheritTurn([...talk, ...history('t3 user:text')], 't3')).toBeNull()
    expect(inheritTurn(talk, 't9')).toBeNull()
  })

  test('results that were sealed with the next turn: they belong to the turn of their calls', () => {
    const blocks = history('t1 user:text', 't1 model:use(a)', 't1 user:res(a)').concat(
      history('t2 user:text').map((block) => ({ ...block, position: 3, message: 2 })),
    )
    expect(inheritTurn(blocks, 't1')).toEqual({ position: 3, messages: 3, openCalls: [] })
  })
})

describe('a person forks a turn that still runs', () => {
  test('at the last message whose calls are all answered, with those answers', () => {
    const blocks = history('t1 user:text', 't1 model:text,use(a)', 't1 user:res(a)', 't1 model:use(b),use(c)')
    expect(inheritRunning(blocks, 't1')).toEqual({ position: 4, messages: 3, openCalls: [] })
  })

  test('without what was steered in behind the answers', () => {
    const blocks = history('t1 user:text', 't1 model:use(a)', 't1 user:res(a),text')
    expect(inheritRunning(blocks, 't1')).toEqual({ position: 3, messages: 3, openCalls: [] })
  })

  test('after words without calls, as when more was steered in', () => {
    const blocks = history('t1 user:text', 't1 model:text', 't1 user:text', 't1 model:use(a)')
    expect(inheritRunning(blocks, 't1')).toEqual({ position: 2, messages: 2, openCalls: [] })
  })

  test('not before it holds an answered message: in mid-air there is no branch point', () => {
    expect(inheritRunning(history('t1 user:text', 't1 model:use(a)'), 't1')).toBeNull()
    expect(inheritRunning(history('t1 user:text'), 't1')).toBeNull()
    expect(inheritRunning([...talk, ...history('t3 user:text')], 't3')).toBeNull()
    expect(inheritRunning([], 't1')).toBeNull()
  })
})

describe('the model forks', () => {
  test('with the message that says so, complete: every call of it is open', () => {
    const blocks = history('t1 user:text', 't1 model:thinking,text,use(a),use(b),use(c)')
    expect(inheritAll(blocks)).toEqual({ position: 6, messages: 2, openCalls: ['a', 'b', 'c'] })
  })

  test('with all calls of earlier messages answered', () => {
    const blocks = history('t1 user:text', 't1 model:use(a)', 't1 user:res(a)', 't1 model:use(b)')
    expect(inheritAll(blocks)).toEqual({ position: 4, messages: 4, openCalls: ['b'] })
  })

  test('nothing when nothing was said', () => {
    expect(inheritAll([])).toEqual({ position: 0, messages: 0, openCalls: [] })
  })
})
