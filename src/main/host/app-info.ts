// What `app.info` answers.

import packageJson from '../../../package.json'
import type { CommandResult } from '../../shared/contract/commands'
import type { Git } from '../services/ports/git'
import type { HostConfig } from './host-config'
import type { SettingsSource } from './settings-source'

/** Facts about this host and what it runs on. */
export async function appInfo(
  config: Pick<HostConfig, 'door' | 'dataDir' | 'demo'>,
  git: Pick<Git, 'version'>,
  settings: SettingsSource,
  startProjectId: string | null,
): Promise<CommandResult<'app.info'>> {
  const { version: gitVersion, problem: gitProblem } = await git.version()
  return {
    version: packageJson.version,
    protocol: 1,
    door: config.door,
    dataDir: config.dataDir,
    node: process.versions.node,
    electron: process.versions.electron ?? null,
    git: gitVersion,
    gitProblem,
    forkMode: settings.read()['fork.mode'],
    forkModeFixed: settings.forkModeFixed,
    demo: config.demo,
    startProjectId,
  }
}
