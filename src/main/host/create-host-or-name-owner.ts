import { setTimeout } from 'node:timers/promises'
import { FailureError } from '../../shared/contract/failure'
import { createHost } from './create-host'
import type { Host } from './host'
import type { HostConfig } from './host-config'

/** How long a process may take from owning the data folder to serving it: it settles first what its predecessor left running. */
const MOST_MS = 5_000
const ASK_AGAIN_MS = 50

/**
 * Constructs the host. When the data folder belongs to a process that is only starting, its address is waited for, so that the failure
 * can name it; should that process end instead, the folder is ours.
 *
 * @throws FailureError as `createHost` does
 */
export async function createHostOrNameOwner(config: HostConfig): Promise<Host> {
  const until = performance.now() + MOST_MS
  for (;;) {
    try {
      return await createHost(config)
    } catch (error) {
      if (!isOwnerStarting(error) || performance.now() > until) throw error
    }
    await setTimeout(ASK_AGAIN_MS)
  }
}

/** Another serve door is called just `serve` until it has an address; before that nobody may have signed at all. */
function isOwnerStarting(error: unknown): boolean {
  if (!(error instanceof FailureError) || error.failure.code !== 'store.locked') return false
  const { owner } = error.failure
  return owner === null || (typeof owner === 'object' && 'door' in owner && owner.door === 'serve')
}
