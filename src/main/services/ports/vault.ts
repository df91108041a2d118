// Where the provider's key is kept. The key leaves it only towards the provider's client.

export interface SecretVault {
  /** Whether a stored key outlives this process (false: kept in memory only). */
  readonly persistent: boolean
  /** The key that was entered for this origin, or null; a key never serves another origin. */
  read(origin: string): Promise<string | null>
  /** Stores a key for an origin; null forgets it. */
  write(origin: string, key: string | null): Promise<void>
}
