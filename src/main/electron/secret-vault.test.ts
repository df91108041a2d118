import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSafeStorageVault, type SafeStorage } from './secret-vault'

const API = 'https://api.example.com'
const OTHER = 'https://other.example.com'
let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tine-vault-'))
  file = join(folder, 'keys.json')
})

afterEach(() => rmSync(folder, { recursive: true }))

function open(storage: SafeStorage, platform: NodeJS.Platform) {
  const vault = createSafeStorageVault(file, storage, platform)
  if (!vault) throw new Error('there is a key store, so there must be a vault')
  return vault
}

/** A key store that turns every byte around; good enough to see what is encrypted and what is not. */
function keyStore(backend?: string, available = true): SafeStorage {
  const flip = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 0xff))
  return {
    isEncryptionAvailable: () => available,
    encryptString: (plain) => flip(Buffer.from(plain)),
    decryptString: (encrypted) => {
      const plain = flip(encrypted).toString()
      if (!plain.startsWith('sk-')) throw new Error('wrong key')
      return plain
    },
    ...(backend === undefined ? {} : { getSelectedStorageBackend: () => backend }),
  }
}

test('a key outlives the process, encrypted, readable by its owner only', async () => {
  await open(keyStore('gnome_libsecret'), 'linux').write(API, 'sk-secret')
  expect(readFileSync(file, 'utf8')).not.toContain('sk-secret')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const vault = open(keyStore('gnome_libsecret'), 'linux')
  expect(vault.persistent).toBe(true)
  expect(await vault.read(API)).toBe('sk-secret')
})

test('a key serves only the origin it was entered for', async () => {
  const vault = open(keyStore(), 'darwin')
  await vault.write(API, 'sk-secret')
  expect(await vault.read(OTHER)).toBeNull()
})

test('forgetting the last key removes the file, forgetting one keeps the other', async () => {
  const vault = open(keyStore(), 'win32')
  await vault.write(API, 'sk-1')
  await vault.write(OTHER, 'sk-2')
  await vault.write(API, null)
  expect([await vault.read(API), await vault.read(OTHER)]).toEqual([null, 'sk-2'])
  await vault.write(OTHER, null)
  expect(existsSync(file)).toBe(false)
})

test.each([
  ['plain text stands behind it', keyStore('basic_text')],
  ['nobody knows what stands behind it', keyStore('unknown')],
  ['it cannot say what stands behind it', keyStore()],
  ['encryption is not available', keyStore('kwallet6', false)],
])('on Linux, where %s, there is no vault', (_why, storage) => {
  expect(createSafeStorageVault(file, storage, 'linux')).toBeNull()
})

test('a key that can no longer be decrypted, or a damaged file, is as good as none', async () => {
  const vault = open(keyStore(), 'darwin')
  writeFileSync(file, JSON.stringify({ [API]: Buffer.from('garbage').toString('base64') }))
  expect(await vault.read(API)).toBeNull()
  writeFileSync(file, '{"half')
  expect(await vault.read(API)).toBeNull()
})
