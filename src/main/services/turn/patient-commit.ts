// What a run has to store cannot be told to anybody else: a full disk is waited for.
import { FailureError } from '../../../shared/contract/failure'
import type { HostParts } from '../host-parts'

const AGAIN_MS = 1_000

/** Whether something failed because the disk is full or cannot be written: it may be tried again. */
export function isStoreFull(error: unknown): boolean {
  return error instanceof FailureError && error.failure.code === 'store.full'
}

/**
 * Runs a commit as soon as there is space.
 *
 * @param signal ends the waiting
 * @returns false when it was ended
 */
export async function commitPatiently(
  { clock, log }: Pick<HostParts, 'clock' | 'log'>,
  signal: AbortSignal,
  commit: () => void,
): Promise<boolean> {
  for (let tries = 1; !signal.aborted; tries++) {
    try {
      commit()
      return true
    } catch (error) {
      if (!isStoreFull(error)) throw error
      log.warn('store.full', { tries })
    }
    await new Promise<void>((resolve) => {
      const cancel = clock.after(AGAIN_MS, resolve)
      signal.addEventListener('abort', () => resolve(cancel()), { once: true })
    })
  }
  return false
}
