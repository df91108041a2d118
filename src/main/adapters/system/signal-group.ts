/**
 * Sends a signal to every process of a group whose identity the caller has just made sure of. That nobody is there any
 * more is no failure: it is what a caller who ends a group wants.
 */
export function signalGroup(group: number, name: NodeJS.Signals): void {
  try {
    process.kill(-group, name)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    // macOS answers EPERM for a group whose last members wait to be collected.
    if (code !== 'ESRCH' && code !== 'EPERM') throw error
  }
}
