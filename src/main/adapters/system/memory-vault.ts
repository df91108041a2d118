// Vaults that forget: keys in memory, and the key the environment brought along.
import type { SecretVault } from '../../services/ports/vault'

/** Keeps keys for the life of this process. */
export function createMemoryVault(): SecretVault {
  const keys = new Map<string, string>()
  return {
    persistent: false,
    read: async (origin) => keys.get(origin) ?? null,
    write: async (origin, key) => {
      if (key === null) keys.delete(origin)
      else keys.set(origin, key)
    },
  }
}

/**
 * Puts the environment's key before another vault. It serves `origin` only (the one the environment's base URL names),
 * wins over a stored key there, and is never written anywhere.
 */
export function withEnvironmentKey(key: string | undefined, origin: string, vault: SecretVault): SecretVault {
  if (key === undefined || key === '') return vault
  return {
    persistent: vault.persistent,
    read: async (asked) => (asked === origin ? key : await vault.read(asked)),
    write: (asked, written) => vault.write(asked, written),
  }
}
