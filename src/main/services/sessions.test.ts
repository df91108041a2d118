import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS, type Settings } from '../../shared/domain/settings'
import { ManualClock } from '../../testing/manual-clock'
import { aProject, testId } from '../../testing/records'
import { temporaryStore } from '../../testing/temporary-store'
import { Sessions } from './sessions'
import { Unattended } from './unattended'

function scene(changed: Partial<Settings> = {}) {
  const { store } = temporaryStore()
  const project = aProject()
  store.commit(() => store.projects.insert(project))
  const settings = () => ({ ...DEFAULT_SETTINGS, ...changed })
  const sessions = new Sessions({
    unattended: new Unattended(false),
    store,
    clock: new ManualClock(),
    ids: { next: testId },
    settings,
    forkMode: ({ forkMode }) => forkMode ?? settings()['fork.mode'],
  })
  const create = (more: { title?: string; model?: string; cacheTtl?: '5m' | '1h' } = {}) =>
    sessions.create({ projectId: project.id, coordinator: false, ...more }, () => {})
  return { store, sessions, create }
}

describe('a new session', () => {
  test.each<[string | null, '5m' | '1h', '5m' | '1h']>([
    [null, '1h', '1h'],
    [null, '5m', '5m'],
    ['https://api.anthropic.com', '1h', '1h'],
    ['http://127.0.0.1:11434', '1h', '1h'],
    ['https://dashscope-intl.aliyuncs.com/apps/anthropic', '1h', '5m'],
  ])('on %s with %s chosen keeps its entries for %s', (baseUrl, chosen, ttl) => {
    const { store, create } = scene({ baseUrl, 'cache.ttl': chosen })
    expect(store.sessions.get(create().sessionId)?.cacheTtl).toBe(ttl)
  })

  test.each<[string | null, '5m' | '1h', '5m' | '1h']>([
    [null, '1h', '1h'],
    [null, '5m', '5m'],
    ['https://dashscope-intl.aliyuncs.com/apps/anthropic', '1h', '5m'],
  ])('on %s for which %s was wished keeps its entries for %s, whatever the settings say', (baseUrl, cacheTtl, ttl) => {
    for (const chosen of ['5m', '1h'] as const) {
      const { store, create } = scene({ baseUrl, 'cache.ttl': chosen })
      expect(store.sessions.get(create({ cacheTtl }).sessionId)?.cacheTtl).toBe(ttl)
    }
  })

  test('is called by the first words said in it, once, whole characters only', () => {
    const { store, sessions, create } = scene()
    const { sessionId, threadId } = create()
    const thread = store.threads.get(threadId)
    if (!thread) throw new Error('no main thread')
    sessions.nameByFirstMessage(thread, `  ${'🌲'.repeat(100)}\nsecond line`)
    sessions.nameByFirstMessage(thread, 'Something else')
    expect(store.sessions.get(sessionId)?.title).toBe('🌲'.repeat(80))
    const named = create({ title: 'Mine' })
    const other = store.threads.get(named.threadId)
    if (other) sessions.nameByFirstMessage(other, 'Not this')
    expect(store.sessions.get(named.sessionId)?.title).toBe('Mine')
  })
})

describe('what Home asks for first', () => {
  test('is read ahead a session at a time, and left when it is over', async () => {
    const { sessions, create } = scene()
    for (let n = 0; n < 3; n++) create()
    let asked = 0
    await sessions.readAhead(() => ++asked > 2)
    expect(asked).toBe(3)
    asked = 0
    await sessions.readAhead(() => ++asked > 99)
    expect(asked).toBe(3)
  })
})
