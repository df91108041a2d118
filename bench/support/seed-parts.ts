// Owns what seeding is built from: the real store and the real parts around it, on a clock that runs as fast as it is asked.
import { createHash } from 'node:crypto'
import { providerFacts } from '../../src/core/pricing/model-table'
import { createPromptFacts } from '../../src/main/adapters/claude-files/prompt-facts'
import { createGit } from '../../src/main/adapters/git/create-git'
import { createIdSource } from '../../src/main/adapters/system/ids'
import { createToolBox } from '../../src/main/adapters/tools/create-tool-box'
import type { HostParts } from '../../src/main/services/host-parts'
import type { Clock } from '../../src/main/services/ports/clock'
import type { PlaceFacts } from '../../src/main/services/ports/prompt-facts'
import { Unattended } from '../../src/main/services/unattended'
import { openStore } from '../../src/main/store/store'
import { DEFAULT_SETTINGS } from '../../src/shared/domain/settings'

/** The simulator's kind of address: nothing is assumed of it. */
const ELSEWHERE = 'http://127.0.0.1'

/** Work of the past month, a second and a half apart. */
const AGO_MS = 30 * 24 * 3_600_000
const TICK_MS = 1_500

export interface SeedParts
  extends Pick<
    HostParts,
    'store' | 'hash' | 'ids' | 'clock' | 'tools' | 'providerFacts' | 'forkMode' | 'unattended' | 'settings'
  > {
  place: PlaceFacts
}

/** Opens the data folder for seeding `folder`'s sessions; `work` alone writes to it until it returns. */
export async function withSeedParts<T>(dataDir: string, folder: string, work: (parts: SeedParts) => T): Promise<T> {
  const clock = tickingClock(Date.now() - AGO_MS)
  const place = await createPromptFacts(clock, createGit({ dataDir }), {
    read: async () => ({ files: [], problems: [] }),
  }).read(folder)
  const store = openStore({ dataDir, door: 'bench' })
  try {
    return work({
      store,
      clock,
      place,
      hash: (text) => createHash('sha256').update(text).digest('hex'),
      ids: createIdSource(clock),
      tools: createToolBox({ clock, env: process.env }),
      providerFacts: () => providerFacts(ELSEWHERE),
      forkMode: () => true,
      unattended: new Unattended(false),
      settings: () => DEFAULT_SETTINGS,
    })
  } finally {
    store.close()
  }
}

function tickingClock(start: number): Clock {
  let now = start
  return {
    now: () => {
      now += TICK_MS
      return now
    },
    after: () => {
      throw new Error('nothing waits while a data folder is seeded')
    },
  }
}
