// Owns the app on a data folder that was filled for a measurement, with a simulator as its provider where one is asked for.
import { join } from 'node:path'
import { type Simulator, startSimulator } from '../../src/simulator/start-simulator'
import { type AppProcess, startApp } from '../support/app-process'
import { type SeededSession, type SessionToSeed, seedSessions } from '../support/seed-sessions'
import { withWorkspace } from '../support/workspace'

/** The sizes the figures speak of. */
export const LARGE = { turns: 1_000, forks: 50 } as const
export const HUGE = { turns: 10_000, forks: 500 } as const

export interface SeededApp {
  app: AppProcess
  sessions: readonly SeededSession[]
  simulator: Simulator
  workspace: string
}

/** Runs `work` with the app, whose sessions are stored already; everything is gone afterwards. */
export async function withSeededApp<T>(
  sessions: readonly SessionToSeed[],
  work: (seeded: SeededApp) => Promise<T>,
): Promise<T> {
  return withWorkspace(async (workspace) => {
    const dataDir = join(workspace, 'data')
    const seeded = await seedSessions({ dataDir, workspace, sessions })
    const simulator = await startSimulator({ keepRequests: 1 })
    try {
      const app = await startApp({ dataDir, providerUrl: simulator.url })
      try {
        return await work({ app, sessions: seeded, simulator, workspace })
      } finally {
        await app.stop()
      }
    } finally {
      await simulator.close()
    }
  })
}

/** The nth session that was seeded. */
export function nth(sessions: readonly SeededSession[], n: number): SeededSession {
  const session = sessions[n]
  if (!session) throw new Error('the session was not seeded')
  return session
}
