import { expect, test } from 'vitest'
import { actionPressed, conflictsOf, keysFor, keysProblem, withKeys } from './bindings'
import { KEY_ACTIONS } from './key-actions'

const press = (key: string, code: string, ctrlKey = false) => ({
  key,
  code,
  ctrlKey,
  metaKey: false,
  altKey: false,
  shiftKey: false,
})

test('every action has keys it can have, and none of them takes another’s', () => {
  for (const action of KEY_ACTIONS) {
    expect(keysProblem(action, action.keys), action.id).toBeNull()
    expect(conflictsOf(action.id, action.keys, {}), action.id).toEqual([])
  }
  expect(new Set(KEY_ACTIONS.map(({ id }) => id)).size).toBe(KEY_ACTIONS.length)
})

test('what a person chose is heard instead of what was', () => {
  const chosen = withKeys({}, 'fork', ['X'])
  expect(actionPressed(press('x', 'KeyX'), ['list'], chosen)).toBe('fork')
  expect(actionPressed(press('f', 'KeyF'), ['list'], chosen)).toBeNull()
  expect(actionPressed(press('f', 'KeyF'), ['card'], chosen)).toBe('allow-fork')
  expect(withKeys(chosen, 'fork', null)).toEqual({})
  expect(withKeys(chosen, 'fork', ['F'])).toEqual({})
})

test('an action may have no keys at all; keys that cannot be used count as none chosen', () => {
  expect(keysFor('fork', { fork: [] })).toEqual([])
  expect(keysFor('palette', { palette: ['K'] })).toEqual(['Mod+K'])
  expect(keysFor('fork', { fork: ['Hyper+F', 'X'] })).toEqual(['X'])
})

test('a conflict is one where both would be heard', () => {
  const titles = (conflicts: { id: string }[]) => conflicts.map(({ id }) => id)
  expect(titles(conflictsOf('fork', 'G', {}))).toEqual(['jump'])
  expect(titles(conflictsOf('fork', 'A', {}))).toEqual(['approvals'])
  expect(titles(conflictsOf('fork', 'Mod+K', {}))).toEqual(['palette'])
  expect(conflictsOf('fork', 'Y', {})).toEqual([])
  expect(titles(conflictsOf('deny', 'Y', {}))).toEqual(['allow-once'])
})

test('keys that texts need, and single letters for what works in texts, are refused', () => {
  const problem = (place: 'anywhere' | 'list', keys: string) => keysProblem({ place }, keys)
  expect(problem('anywhere', 'K')).toContain('while you write')
  expect(problem('anywhere', 'Mod+C')).toContain('text field')
  expect(problem('list', 'ArrowUp')).toContain('stay')
  expect(problem('list', 'Mod+3')).toContain('selects a thread')
  expect(problem('anywhere', 'Alt+K')).toBeNull()
  expect(problem('list', '+')).toBeNull()
})
