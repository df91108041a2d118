import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { hostConfig } from './host-config'

const machine = { platform: 'linux', home: '/home/me', bundle: '/app/out/main', env: {} } as const

test('a flag wins over the environment, the environment over the platform', () => {
  const env = { TINE_DATA: '/from/environment' }
  expect(hostConfig('serve', { data: '/from/flag' }, { ...machine, env }).dataDir).toBe('/from/flag')
  expect(hostConfig('serve', {}, { ...machine, env }).dataDir).toBe('/from/environment')
  expect(hostConfig('serve', {}, { ...machine, env: { TINE_DATA: '' } }).dataDir).toBe('/home/me/.local/share/tine')
})

test('relative folders are those of the working directory', () => {
  const config = hostConfig('electron', { data: 'data', project: '.' }, machine)
  expect([config.dataDir, config.project]).toEqual([resolve('data'), resolve('.')])
})

test('what is shipped lies beside the build, and a key is not written anywhere', () => {
  const config = hostConfig('print', {}, machine)
  expect(config).toMatchObject({ door: 'print', demo: false, project: undefined, resourcesDir: '/app/resources' })
  expect(config.vault.persistent).toBe(false)
})

test('what a packaged app ships to be copied lies beside its archive', () => {
  const bundle = '/opt/Tine/resources/app.asar/out/main'
  expect(hostConfig('electron', {}, { ...machine, bundle }).resourcesDir).toBe(
    '/opt/Tine/resources/app.asar.unpacked/resources',
  )
})
