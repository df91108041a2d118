// Owns the provider's key on this machine, encrypted by the operating system where it can.
import { rmSync } from 'node:fs'
import { z } from 'zod'
import type { SecretVault } from '../services/ports/vault'
import { readJsonFile, writeJsonFile } from './small-file'

/** The part of Electron's `safeStorage` that is used. */
export interface SafeStorage {
  isEncryptionAvailable(): boolean
  encryptString(plain: string): Buffer
  decryptString(encrypted: Buffer): string
  /** Linux only, and missing before Electron 27: which key store stands behind it. */
  getSelectedStorageBackend?(): string
}

/** By origin: the encrypted key in base64. */
const storedKeys = z.record(z.string(), z.string())

/** On Linux these two would encrypt with a key anybody knows, or one nobody can vouch for. */
const NOT_A_KEY_STORE = new Set(['basic_text', 'unknown'])

/**
 * A vault behind the operating system's key store. Keys are bound to the origin they were entered for.
 *
 * @returns null without a real key store behind `safeStorage`: a key must then be kept in memory, and the screen says so
 */
export function createSafeStorageVault(
  file: string,
  storage: SafeStorage,
  platform = process.platform,
): SecretVault | null {
  return hasKeyStore(storage, platform) ? new EncryptedVault(file, storage) : null
}

function hasKeyStore(storage: SafeStorage, platform: string): boolean {
  if (!storage.isEncryptionAvailable()) return false
  return platform !== 'linux' || !NOT_A_KEY_STORE.has(storage.getSelectedStorageBackend?.() ?? 'unknown')
}

class EncryptedVault implements SecretVault {
  readonly persistent = true
  readonly #file: string
  readonly #storage: SafeStorage

  constructor(file: string, storage: SafeStorage) {
    this.#file = file
    this.#storage = storage
  }

  async read(origin: string): Promise<string | null> {
    const encrypted = this.#readAll().get(origin)
    if (encrypted === undefined) return null
    try {
      return this.#storage.decryptString(Buffer.from(encrypted, 'base64'))
    } catch (error) {
      // The key store was reset or the file came from another machine: as good as no key, and asked for again.
      process.stderr.write(
        `tine: the stored key cannot be decrypted: ${error instanceof Error ? error.message : error}\n`,
      )
      return null
    }
  }

  async write(origin: string, key: string | null): Promise<void> {
    const keys = this.#readAll()
    if (key === null) keys.delete(origin)
    else keys.set(origin, this.#storage.encryptString(key).toString('base64'))
    if (keys.size === 0) return rmSync(this.#file, { force: true })
    writeJsonFile(this.#file, Object.fromEntries(keys))
  }

  #readAll(): Map<string, string> {
    const parsed = storedKeys.safeParse(readJsonFile(this.#file))
    return new Map(parsed.success ? Object.entries(parsed.data) : [])
  }
}
