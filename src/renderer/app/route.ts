// Keeps the address and the route the same, so that a reload and the back button lead where a person expects.
import type { HostClient } from '../client/host-client'
import { loadSession } from '../state/load'
import { appStore } from '../state/store'
import { goTo, showAsTrunk } from '../state/ui-actions'
import type { Route } from '../state/ui-state'

/** The address of a route, as the part behind `#`. */
export function routeHash(route: Route): string {
  if (route.screen === 'home') return ''
  if (route.screen === 'settings' || route.screen === 'storage') return `#/${route.screen}`
  if (route.screen === 'library') return route.projectId === null ? '#/library' : `#/library/${route.projectId}`
  const session = `#/session/${route.sessionId}`
  return route.screen === 'session' ? session : `${session}/compare/${route.threadIds.join(',')}`
}

/** The route an address names; what names none is the first screen. */
export function parseRoute(hash: string): Route {
  const sessionId = /^#\/session\/(ses_\w+)$/.exec(hash)?.[1]
  if (sessionId) return { screen: 'session', sessionId }
  const compared = /^#\/session\/(ses_\w+)\/compare\/(thr_\w+(?:,thr_\w+){1,3})$/.exec(hash)
  if (compared?.[1] && compared[2])
    return { screen: 'compare', sessionId: compared[1], threadIds: compared[2].split(',') }
  const library = /^#\/library(?:\/(prj_\w+))?$/.exec(hash)
  if (library) return { screen: 'library', projectId: library[1] ?? null }
  if (hash === '#/settings') return { screen: 'settings' }
  return hash === '#/storage' ? { screen: 'storage' } : { screen: 'home' }
}

/** Follows the address and the store in both directions, and has each session read that is gone to. Returns the way to stop. */
export function followRoute(page: Window, host: HostClient): () => void {
  const onHash = () => {
    const route = parseRoute(page.location.hash)
    if (routeHash(route) !== routeHash(appStore.getState().ui.route)) goTo(route)
  }
  const unsubscribe = appStore.subscribe(({ ui }, before) => {
    if (ui.route !== before.ui.route) void enter(page, host, ui.route)
  })
  page.addEventListener('hashchange', onHash)
  onHash()
  return () => {
    unsubscribe()
    page.removeEventListener('hashchange', onHash)
  }
}

async function enter(page: Window, host: HostClient, route: Route) {
  const hash = routeHash(route)
  if (page.location.hash !== hash) {
    page.history.pushState(null, '', hash || page.location.pathname + page.location.search)
  }
  if (route.screen !== 'session' && route.screen !== 'compare') return
  const { view } = appStore.getState()
  if (view.session?.session.id === route.sessionId) return
  await loadSession(host, route.sessionId)
  const opened = appStore.getState().view.session?.session
  if (opened?.id === route.sessionId) showAsTrunk(opened.mainThreadId)
}
