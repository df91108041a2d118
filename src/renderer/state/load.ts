// Asks the host for what a screen needs and hands the answers to receive.ts.
import { failureText } from '../client/failure-text'
import type { HostClient } from '../client/host-client'
import { adoptAttached } from './attached'
import {
  receiveHome,
  receiveInfo,
  receiveNoSession,
  receivePage,
  receiveRequests,
  receiveSession,
  receiveSettings,
} from './receive'
import { appStore } from './store'
import { adoptDrafts } from './ui-actions'

/** Turns per page of `thread.read`. */
const PAGE = 50

/** What does not depend on a session: the host's own facts and the settings. Failures are the caller's. */
export async function loadApp(host: HostClient): Promise<void> {
  const [info, settings] = await Promise.all([host.call('app.info', {}), host.call('settings.read', {})])
  receiveInfo(info)
  receiveSettings(settings)
}

let homeReadAt = Number.NEGATIVE_INFINITY

/**
 * Projects and their sessions, for the first screen.
 *
 * @param freshMs what was read within so many milliseconds is not read again
 */
export async function loadHome(host: HostClient, freshMs = 0): Promise<void> {
  if (performance.now() - homeReadAt < freshMs) return
  const [{ projects }, { sessions }] = await Promise.all([host.call('project.list', {}), host.call('session.list', {})])
  homeReadAt = performance.now()
  receiveHome(projects, sessions)
}

/**
 * Reads a session's whole topology and follows its events. Answers true when it is there; otherwise the reason is in
 * `view.sessionFailure`.
 */
export async function loadSession(host: HostClient, sessionId: string): Promise<boolean> {
  if (appStore.getState().view.session?.session.id !== sessionId) receiveNoSession()
  try {
    const [answer, { drafts }] = await Promise.all([
      host.call('session.read', { sessionId }),
      host.call('draft.read', { sessionId }),
    ])
    adoptDrafts(drafts)
    adoptAttached(drafts)
    receiveSession(answer)
    await host.call('session.subscribe', { sessionId, fromSeq: answer.seq })
    return true
  } catch (error) {
    receiveNoSession(failureText(error))
    return false
  }
}

/** Goes on hearing the events of the open session after the connection came back: what was missed follows first. */
export async function followSession(host: HostClient): Promise<void> {
  const session = appStore.getState().view.session
  if (session) await host.call('session.subscribe', { sessionId: session.session.id, fromSeq: session.seq })
}

const asked = new Set<string>()

/**
 * Has the page of bodies that ends with turn `n` of a thread read, unless it is being read or is there already.
 * Failures are the caller's; asking again is allowed then.
 */
export async function loadPage(host: HostClient, threadId: string, n: number): Promise<void> {
  const session = appStore.getState().view.session
  if (!session) return
  // Turns are numbered without gaps, so the nth is at its place; a search would be paid for at every step of scrolling.
  const turn = session.turns[threadId]?.[n - 1]
  if (!turn || session.bodies[turn.id]?.complete) return
  const before = pageEnd(n)
  const key = `${threadId} ${before}`
  if (asked.has(key)) return
  asked.add(key)
  try {
    const { turns } = await host.call('thread.read', { threadId, before, limit: PAGE })
    receivePage(session.session.id, turns)
  } finally {
    asked.delete(key)
  }
}

/** Pages begin with turns 1, 51, 101 …; answers the number of the turn after the page that holds turn `n`. */
export function pageEnd(n: number): number {
  return (Math.floor((n - 1) / PAGE) + 1) * PAGE + 1
}

/** The requests of a thread, from then on kept up by events. */
export async function loadRequests(host: HostClient, threadId: string): Promise<void> {
  const session = appStore.getState().view.session
  if (!session || session.requests[threadId]) return
  const { requests } = await host.call('request.list', { threadId })
  receiveRequests(session.session.id, threadId, requests)
}
