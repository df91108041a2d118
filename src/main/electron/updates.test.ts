// When the app looks for a newer version, what is told of it, and that nothing but quitting puts it in place.
import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { ManualClock } from '../../testing/manual-clock'
import { createUpdates, type Updater, updateObstacle } from './updates'

const machine = { packaged: true, platform: 'linux', env: { APPIMAGE: '/a' }, hasFeed: true } as const

/** What stands for the library: it has a network and an installer behind it, which a test has not. */
class PlayedUpdater extends EventEmitter implements Updater {
  autoDownload = false
  autoInstallOnAppQuit = false
  autoRunAppAfterInstall = true
  allowDowngrade = true
  logger: null | object = {}
  looked = 0
  answer: () => void = () => this.emit('update-not-available')

  async checkForUpdates() {
    this.looked++
    this.answer()
  }
}

async function scene() {
  const clock = new ManualClock()
  const updater = new PlayedUpdater()
  let loads = 0
  const updates = createUpdates(machine, clock, async () => {
    loads++
    return updater
  })
  const told: string[] = []
  updates.onChange = () => told.push([updates.facts().state, updates.facts().version].filter(Boolean).join(' '))
  return { clock, updater, updates, told, loads: () => loads }
}

const HOUR = 60 * 60 * 1000

test('an app that cannot update itself says why, and never looks', () => {
  expect(updateObstacle(machine)).toBeNull()
  expect(updateObstacle({ ...machine, packaged: false })).toMatch(/from its sources/)
  expect(updateObstacle({ ...machine, env: {} })).toMatch(/package of the system/)
  expect(updateObstacle({ ...machine, env: {}, platform: 'darwin' })).toBeNull()
  expect(updateObstacle({ ...machine, hasFeed: false })).toMatch(/does not say where/)
  const clock = new ManualClock()
  const inert = createUpdates({ ...machine, hasFeed: false }, clock, () => Promise.reject(new Error('loaded')))
  inert.follow(true)
  expect(clock.waits()).toEqual([])
  expect(inert.facts()).toMatchObject({ state: 'none', reason: expect.stringContaining('does not say where') })
})

test('it looks a while after the start and then every few hours, and loads nothing before', async () => {
  const { clock, updater, updates, told, loads } = await scene()
  updates.follow(true)
  expect([loads(), updates.facts().state]).toEqual([0, 'idle'])
  await clock.advance(60_000)
  expect([loads(), updater.looked]).toEqual([1, 1])
  await clock.advance(6 * HOUR)
  expect([loads(), updater.looked]).toEqual([1, 2])
  expect(told).toEqual(['idle', 'checking', 'idle', 'checking', 'idle'])
})

test('a newer version is fetched, told, and left to the end of the app', async () => {
  const { clock, updater, updates, told } = await scene()
  updater.answer = () => {
    updater.emit('update-available', { version: '2.0.0' })
    updater.emit('update-downloaded', { version: '2.0.0' })
  }
  updates.follow(true)
  await clock.advance(60_000)
  expect(told).toEqual(['idle', 'checking', 'loading 2.0.0', 'ready 2.0.0'])
  expect(updater).toMatchObject({
    autoDownload: true,
    autoInstallOnAppQuit: true,
    autoRunAppAfterInstall: false,
    allowDowngrade: false,
  })
  await clock.advance(24 * HOUR)
  expect(updater.looked).toBe(1)
})

test('turned off, it looks no more, and what was fetched is not put in place', async () => {
  const { clock, updater, updates, told } = await scene()
  updates.follow(true)
  await clock.advance(60_000)
  updates.follow(false)
  updater.emit('update-downloaded', { version: '2.0.0' })
  await clock.advance(24 * HOUR)
  expect([updater.looked, updater.autoInstallOnAppQuit, told.at(-1)]).toEqual([1, false, 'off'])
  updates.follow(true)
  updates.follow(true)
  await clock.advance(60_000)
  expect([updater.looked, updater.autoInstallOnAppQuit]).toEqual([2, true])
})

test('a failure is told in one line and tried again', async () => {
  const { clock, updater, updates } = await scene()
  updater.answer = () => {
    throw new Error('net::ERR_INTERNET_DISCONNECTED\n    at somewhere')
  }
  updates.follow(true)
  await clock.advance(60_000)
  expect(updates.facts()).toEqual({ state: 'failed', version: null, reason: 'net::ERR_INTERNET_DISCONNECTED' })
  updater.answer = () => updater.emit('update-not-available')
  await clock.advance(6 * HOUR)
  expect(updates.facts().state).toBe('idle')
})
