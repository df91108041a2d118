import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findElectron, windowObstacle } from './find-electron.mjs'

describe('windowObstacle', () => {
  test('on Linux a window needs a display', () => {
    expect(windowObstacle({ platform: 'linux', env: {}, uid: 1000 })).toBe('there is no display')
    expect(windowObstacle({ platform: 'linux', env: { WAYLAND_DISPLAY: 'wayland-0' }, uid: 1000 })).toBeUndefined()
  })

  test('root gets no window, since it would get no sandbox', () => {
    expect(windowObstacle({ platform: 'linux', env: { DISPLAY: ':0' }, uid: 0 })).toContain('root')
  })

  test('elsewhere nothing is in the way', () => {
    expect(windowObstacle({ platform: 'darwin', env: {}, uid: 0 })).toBeUndefined()
    expect(windowObstacle({ platform: 'win32', env: {}, uid: undefined })).toBeUndefined()
  })
})

describe.runIf(process.platform === 'linux')('findElectron (file names are those of Linux)', () => {
  const HOUR = 60 * 60 * 1000
  let root
  let said

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'tine-electron-'))
    said = []
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', undefined)
    writeFileSync(join(root, 'package.json'), '{}')
  })

  afterEach(() => {
    vi.unstubAllEnvs()
    rmSync(root, { recursive: true })
  })

  /** Installs an electron package whose installer is this script; it counts its runs. */
  function installPackage(script, version = '45.5.0') {
    const folder = join(root, 'node_modules', 'electron')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'electron', version }))
    writeFileSync(join(folder, 'install.js'), `require('fs').appendFileSync(__dirname + '/runs', 'x');${script}`)
    return {
      executable: join(folder, 'dist', 'electron'),
      runs: () => (existsSync(join(folder, 'runs')) ? readFileSync(join(folder, 'runs'), 'utf8').length : 0),
    }
  }

  const find = (now) => findElectron({ root, node: process.execPath, say: (line) => said.push(line), now })
  const INSTALLS =
    "require('fs').mkdirSync(__dirname + '/dist');require('fs').writeFileSync(__dirname + '/dist/electron', '')"

  test('an overriding path wins, and is not fallen back from', async () => {
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', root)
    expect(await find(0)).toEqual({ obstacle: 'ELECTRON_OVERRIDE_DIST_PATH has no electron' })
    writeFileSync(join(root, 'electron'), '')
    expect(await find(0)).toEqual({ path: join(root, 'electron') })
  })

  test('without the package there is none', async () => {
    expect(await find(0)).toEqual({ obstacle: 'the package electron is not installed' })
  })

  test('one that is installed is taken without a word', async () => {
    const { executable, runs } = installPackage('')
    mkdirSync(join(executable, '..'))
    writeFileSync(executable, '')
    expect(await find(0)).toEqual({ path: executable })
    expect([runs(), said]).toEqual([0, []])
  })

  test('one that is missing is fetched once, and that is said', async () => {
    const { executable, runs } = installPackage(INSTALLS)
    expect(await find(0)).toEqual({ path: executable })
    expect(await find(0)).toEqual({ path: executable })
    expect([runs(), said.length]).toEqual([1, 1])
  })

  test('a fetch that failed is remembered for a day, and for this version', async () => {
    const { runs } = installPackage('process.exit(1)')
    expect(await find(0)).toEqual({ obstacle: 'Electron 45.5.0 could not be fetched' })
    expect(await find(HOUR)).toEqual({ obstacle: 'Electron 45.5.0 could not be fetched earlier' })
    expect(runs()).toBe(1)
    await find(25 * HOUR)
    expect(runs()).toBe(2)
    installPackage('process.exit(1)', '46.0.0')
    await find(26 * HOUR)
    expect(runs()).toBe(3)
  })

  test('an installer that says it succeeded but left nothing has failed', async () => {
    installPackage('')
    expect(await find(0)).toMatchObject({ obstacle: expect.stringContaining('could not be fetched') })
  })
})
