// Owns what every door makes of its command line and the machine before it can construct a host.
import { join, resolve } from 'node:path'
import { defaultDataFolder, type Machine } from '../adapters/system/data-folder'
import { createMemoryVault } from '../adapters/system/memory-vault'
import type { Clock } from '../services/ports/clock'
import type { Updates } from '../services/ports/updates'
import type { SecretVault } from '../services/ports/vault'

export interface HostConfig {
  door: 'electron' | 'serve' | 'print'
  dataDir: string
  env: NodeJS.ProcessEnv
  vault: SecretVault
  /** The whole app runs on the scripted model; no key is needed. */
  demo: boolean
  /** A folder to open as a project at the start. */
  project?: string | undefined
  /** The folder of what is shipped beside the code: the sample project. */
  resourcesDir: string
  /** Takes one line of the log. */
  writeLog(line: string): void
  /** After how many milliseconds without a byte a stream counts as stalled; 90 seconds when left out. */
  stallMs?: number
  /** The server that plays the model where all of it is a demo; one of our own when left out. */
  demoUrl?: string
  /** What time it is for what the host does; the machine's own clock when left out. */
  clock?: Clock
  /** Of the desktop app: how it learns of newer versions; other doors do not update themselves. */
  updates?: Updates
}

interface DoorArguments {
  data?: string | undefined
  project?: string | undefined
  demo?: boolean | undefined
}

export interface DoorMachine extends Machine {
  /** The folder of the running bundle; what is shipped beside the code lies two above it. */
  bundle: string
}

/**
 * The host's configuration: flags win over environment, environment over the platform's habits; paths become absolute. Keys are kept
 * in memory, unless the door has a better vault.
 */
export function hostConfig(door: HostConfig['door'], given: DoorArguments, machine: DoorMachine): HostConfig {
  const { env, bundle } = machine
  const named = given.data ?? (env.TINE_DATA || undefined)
  return {
    door,
    dataDir: resolve(named ?? defaultDataFolder(machine)),
    env,
    vault: createMemoryVault(),
    demo: given.demo ?? false,
    project: given.project === undefined ? undefined : resolve(given.project),
    resourcesDir: join(outsideArchive(bundle), '..', '..', 'resources'),
    writeLog: (line) => process.stderr.write(line.endsWith('\n') ? line : `${line}\n`),
  }
}

/** What a packaged app ships to be copied lies beside its archive: not every way to copy can read from inside. */
function outsideArchive(bundle: string): string {
  return bundle.replace(/\bapp\.asar(?=[\\/])/, 'app.asar.unpacked')
}
