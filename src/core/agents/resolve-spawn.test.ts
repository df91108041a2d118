import { describe, expect, test } from 'vitest'
import { BUILT_IN_AGENTS, toolsOfAgent } from './agent-type'
import { resolveSpawn, type SpawnRules } from './resolve-spawn'

const on: SpawnRules = { forkMode: true, coordinator: false, person: true }
const spawn = (rules: Partial<SpawnRules>, subagentType?: string, runInBackground?: boolean) =>
  resolveSpawn({ subagentType, runInBackground }, { ...on, ...rules })

describe('a call of Agent', () => {
  test('without a type is a fork, and so is the type that says so', () => {
    expect(spawn({})).toEqual({ kind: 'fork' })
    expect(spawn({}, 'fork')).toEqual({ kind: 'fork' })
    expect(spawn({}, ' ')).toEqual({ kind: 'fork' })
  })

  test('with a type is a fresh agent, which runs in the background while fork mode is on', () => {
    expect(spawn({}, 'explore')).toEqual({ kind: 'agent', type: 'explore', background: true })
    expect(spawn({}, 'explore', false)).toEqual({ kind: 'agent', type: 'explore', background: true })
  })

  test('without fork mode is a fresh agent whose text is the result, unless the call puts it into the background', () => {
    const general = { kind: 'agent', type: 'general-purpose' }
    expect(spawn({ forkMode: false })).toEqual({ ...general, background: false })
    expect(spawn({ forkMode: false }, undefined, true)).toEqual({ ...general, background: true })
    expect(spawn({ forkMode: false }, 'fork')).toMatchObject({
      kind: 'refused',
      text: expect.stringMatching(/^fork\.off: .*switched off/),
    })
  })

  test('in a session that only delegates is refused as a fork, with the reason, and taken with a type', () => {
    expect(spawn({ coordinator: true })).toMatchObject({
      kind: 'refused',
      text: expect.stringMatching(/^fork\.coordinator/),
    })
    expect(spawn({ coordinator: true, forkMode: false })).toMatchObject({ kind: 'refused' })
    expect(spawn({ coordinator: true }, 'plan')).toEqual({ kind: 'agent', type: 'plan', background: true })
  })

  test('where nobody can be asked is a fresh agent that is waited for', () => {
    expect(spawn({ person: false })).toEqual({ kind: 'agent', type: 'general-purpose', background: false })
    expect(spawn({ person: false }, 'explore', true)).toMatchObject({ background: false })
    expect(spawn({ person: false }, 'fork')).toMatchObject({ kind: 'refused' })
  })
})

test('agents have no Agent, and those that only read have nothing that writes', () => {
  const all = 'read write edit glob grep bash TodoWrite Agent SendMessage TaskStop WebFetch'.split(' ')
  const toolsOf = (name: string) => {
    const type = BUILT_IN_AGENTS.find((each) => each.name === name)
    return type ? toolsOfAgent(type, all) : null
  }
  expect(toolsOf('general-purpose')).toEqual('read write edit glob grep bash TodoWrite TaskStop WebFetch'.split(' '))
  expect(toolsOf('explore')).toEqual('read glob grep bash TodoWrite TaskStop WebFetch'.split(' '))
  expect(toolsOf('plan')).toEqual(toolsOf('explore'))
})
