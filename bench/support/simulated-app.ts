// Owns the app beside a simulator as its provider, in a workspace that is gone afterwards.
import { join } from 'node:path'
import type { Settings } from '../../src/shared/domain/settings'
import type { Script } from '../../src/simulator/script/script'
import { type Simulator, startSimulator } from '../../src/simulator/start-simulator'
import { type AppOptions, type AppProcess, startApp } from './app-process'
import type { HostClient } from './host-client'
import { plainProject, withWorkspace } from './workspace'

/** To the first byte of every answer, in milliseconds: as in the measurement of other tools. */
const FIRST_BYTE_MS = 300

export interface SimulatedApp {
  app: AppProcess
  client: HostClient
  simulator: Simulator
  /** Where sessions work; outside of git. */
  folder: string
  /** Ends the app with SIGKILL, or in good order, and starts it again on the same data: a new client. */
  restart(how: 'killed' | 'closed'): Promise<HostClient>
}

interface Wanted extends Pick<AppOptions, 'nodeArgs' | 'channel'> {
  script: Script
  settings?: Partial<Settings>
  /** Called before the app starts, with its data folder. */
  prepare?(places: { dataDir: string; workspace: string; folder: string }): void | Promise<void>
}

/** Starts both, and ends them when the work is done. */
export function withSimulatedApp<T>(
  { script, settings = {}, prepare, ...options }: Wanted,
  work: (started: SimulatedApp) => Promise<T>,
): Promise<T> {
  return withWorkspace(async (workspace) => {
    const dataDir = join(workspace, 'data')
    const folder = plainProject(workspace)
    await prepare?.({ dataDir, workspace, folder })
    const simulator = await startSimulator({ script, firstByteMs: FIRST_BYTE_MS })
    const start = () => startApp({ ...options, dataDir, providerUrl: simulator.url })
    let app = await start()
    try {
      const client = await app.connect()
      await client.call('settings.write', { patch: settings })
      const restart = async (how: 'killed' | 'closed') => {
        await (how === 'killed' ? app.kill() : app.stop())
        app = await start()
        return app.connect()
      }
      return await work({ app, client, simulator, folder, restart })
    } finally {
      await app.stop()
      await simulator.close()
    }
  })
}
