// The shape of what is shipped: the configuration of the packages, and the npm package. Nothing is fetched or packed here.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { validateConfiguration } from 'app-builder-lib/out/util/config/config.js'
import { DebugLogger } from 'builder-util'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { root } from './lib/project.mjs'

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const bundle = join(root, 'out', 'main')
const built = existsSync(join(bundle, 'index.cjs'))

async function configFor(releases) {
  vi.resetModules()
  vi.stubEnv('TINE_RELEASES', releases)
  return (await import('../electron-builder.config.mjs')).default
}

afterEach(() => vi.unstubAllEnvs())

describe('the configuration of the packages', () => {
  test('has only options that electron-builder knows', async () => {
    await validateConfiguration(await configFor('someone/tine'), new DebugLogger(false))
  })

  test('makes AppImage, deb, dmg and an installer for one person', async () => {
    const { linux, mac, win, nsis } = await configFor(undefined)
    expect(linux.target).toEqual(['AppImage', 'deb'])
    expect(mac.target).toEqual(['dmg', 'zip'])
    expect(win.target).toEqual(['nsis'])
    expect(nsis).toMatchObject({ perMachine: false, allowElevation: false, deleteAppDataOnUninstall: false })
  })

  test('closes every way into the app from outside', async () => {
    const { electronFuses, asar } = await configFor(undefined)
    expect(asar).toBe(true)
    expect(electronFuses).toEqual({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableCookieEncryption: true,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
      resetAdHocDarwinSignature: true,
    })
  })

  test('opens tine:// addresses, in which nothing can be a switch', async () => {
    const { protocols, linux } = await configFor(undefined)
    expect(protocols).toEqual([{ name: 'Tine', schemes: ['tine'], role: 'Viewer' }])
    expect(linux.executableArgs).toEqual(['--'])
  })

  test('signs with the hardened runtime and the one right it needs', async () => {
    const { mac } = await configFor(undefined)
    expect(mac.hardenedRuntime).toBe(true)
    expect(mac.entitlementsInherit).toBe(mac.entitlements)
    const rights = readFileSync(join(root, mac.entitlements), 'utf8').match(/<key>(.*)<\/key>/g)
    expect(rights).toEqual(['<key>com.apple.security.cs.allow-jit</key>'])
  })

  test('names a place for updates only where one was given, and holds no secret', async () => {
    expect((await configFor(undefined)).publish).toBeNull()
    const config = await configFor('someone/tine')
    expect(config.publish).toEqual({ provider: 'github', owner: 'someone', repo: 'tine', releaseType: 'draft' })
    expect(JSON.stringify(config)).not.toMatch(/token|password|secret|csc|apiKey/i)
    await expect(configFor('https://github.com/someone/tine')).rejects.toThrow(/OWNER\/REPOSITORY/)
  })

  test('has its icon in every size', async () => {
    const { linux, mac, win } = await configFor(undefined)
    const sizes = readdirSync(join(root, linux.icon)).map((name) => {
      const png = readFileSync(join(root, linux.icon, name))
      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}.png`).toBe(name)
      return png.readUInt32BE(16)
    })
    expect(sizes.sort((a, b) => a - b)).toEqual([16, 24, 32, 48, 64, 128, 256, 512, 1024])
    for (const icon of [mac.icon, win.icon]) expect(existsSync(join(root, icon))).toBe(true)
  })

  test.runIf(built)('takes with every pattern something that is there (asked only after a build)', async () => {
    const { files, asarUnpack } = await configFor(undefined)
    // A pattern for every folder is asked of the one package that has an addon; walking all packages takes too long.
    const near = (pattern) =>
      pattern.replace(/^\*\*\/(?!node_modules)/, 'node_modules/better-sqlite3/**/').replace(/^\*\*\//, '')
    for (const pattern of [...files.filter((file) => !file.startsWith('!')), ...asarUnpack]) {
      const seen = globSync(near(pattern), { cwd: root })
      expect([pattern, seen.length > 0]).toEqual([pattern, true])
    }
  })

  test('takes no sources, tests or benches', async () => {
    const { files } = await configFor(undefined)
    const taken = files.filter((file) => !file.startsWith('!')).map((file) => file.split('/')[0])
    expect([...new Set(taken)].sort()).toEqual(['out', 'package.json', 'resources'])
  })
})

describe('what runs', () => {
  /** Names inside of templates belong to code that a library writes, which is not ours to run. */
  const required = (text) => [...text.matchAll(/(?<!`)\brequire\("([^"./][^"]*)"\)/g)].map(([, name]) => name)

  test.runIf(built)('finds every package it requires among the dependencies (asked only after a build)', () => {
    const names = new Set(
      readdirSync(bundle)
        .filter((file) => file.endsWith('.cjs'))
        .flatMap((file) => required(readFileSync(join(bundle, file), 'utf8')))
        .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name) && name !== 'electron')
        .map((name) =>
          name
            .split('/')
            .slice(0, name.startsWith('@') ? 2 : 1)
            .join('/'),
        ),
    )
    expect(names.size).toBeGreaterThan(0)
    for (const name of names) expect(Object.keys(manifest.dependencies)).toContain(name)
  })

  test('is installed with nothing that is built into it', () => {
    expect(Object.keys(manifest.dependencies)).toEqual(['@vscode/ripgrep', 'better-sqlite3', 'node', 'sharp'])
    expect(manifest.peerDependenciesMeta.electron).toEqual({ optional: true })
    expect(manifest.private).toBeUndefined()
  })

  test('is packed for npm without sources, tests, benches and maps', () => {
    const [{ files }] = JSON.parse(
      execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: root, encoding: 'utf8' }),
    )
    const paths = files.map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(['bin/tine.mjs', 'package.json', 'resources/sample/README.md']))
    const strange = paths.filter(
      (path) =>
        !/^(?:bin|out\/(?:main|preload|renderer)|resources\/sample)\/|^(?:package\.json|README\.md)$/.test(path),
    )
    expect(strange).toEqual([])
    expect(paths.filter((path) => /\.(?:map|ts|tsx|test\.mjs)$/.test(path))).toEqual([])
  })
})
