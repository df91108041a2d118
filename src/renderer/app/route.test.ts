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

test('a comparison has an address of its own, with two to four threads', () => {
  const route = { screen: 'compare', sessionId: 'ses_1', threadIds: ['thr_a', 'thr_b'] } as const
  expect(routeHash(route)).toBe('#/session/ses_1/compare/thr_a,thr_b')
  expect(parseRoute(routeHash(route))).toEqual(route)
  for (const ids of ['', 'thr_a', 'thr_a,x', 'thr_1,thr_2,thr_3,thr_4,thr_5'])
    expect(parseRoute(`#/session/ses_1/compare/${ids}`)).toEqual({ screen: 'home' })
})
