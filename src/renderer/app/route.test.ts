import { expect, test } from 'vitest'
import { parseRoute, routeHash } from './route'

test('every route has an address that leads back to it', () => {
  for (const route of [
    { screen: 'home' as const },
    { screen: 'settings' as const },
    { screen: 'session' as const, sessionId: 'ses_01abc' },
  ]) {
    expect(parseRoute(routeHash(route))).toEqual(route)
  }
})

test('an address that names nothing is the first screen', () => {
  for (const hash of ['', '#', '#/session/', '#/session/thr_1', '#token=x', '#/elsewhere']) {
    expect(parseRoute(hash)).toEqual({ screen: 'home' })
  }
})
