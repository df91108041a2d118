export interface SettingTable {
  /** Only what was written; defaults are the caller's. */
  readAll(): Record<string, unknown>
  /** Writes the keys of the patch; a value of undefined is left out. */
  write(patch: Record<string, unknown>): void
  remove(key: string): void
}
