import { expect, test } from 'vitest'
import type { SessionListEntry } from '../../shared/domain/session'
import { viewSession } from '../../testing/domain-views'
import { receiveHome } from './receive'
import { appStore } from './store'

const NO_WORKTREES = { present: 0, changed: 0 }
const entry = (id: string, title: string): SessionListEntry => ({
  ...viewSession({ id, title }),
  lanes: [],
  worktrees: NO_WORKTREES,
})

test('Home that is read again keeps the sessions about which nothing changed', () => {
  receiveHome([], [entry('ses_1', 'one'), entry('ses_2', 'two')])
  const before = appStore.getState().view.sessions
  receiveHome([], [entry('ses_1', 'one'), entry('ses_2', 'two, renamed')])
  const after = appStore.getState().view.sessions
  expect(after?.[0]).toBe(before?.[0])
  expect(after?.[1]).toMatchObject({ title: 'two, renamed' })
})
