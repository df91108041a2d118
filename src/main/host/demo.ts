// The demo: a copy of the sample project under git, and the scripted model that plays on it.
import { execFile } from 'node:child_process'
import { cp, mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { demoScript } from '../../simulator/demo/demo-script'
import { type Simulator, startSimulator } from '../../simulator/start-simulator'

const run = promisify(execFile)
const NAME = 'abacus'

/** Slow enough to be read, fast enough not to bore. */
const PACE = { chunkMs: 15, firstByteMs: 300, keepRequests: 50 }

export class Demo {
  private simulator: Promise<Simulator> | null = null
  private making: Promise<string> | null = null

  constructor(
    private readonly dataDir: string,
    private readonly resourcesDir: string,
  ) {}

  /** The address of the scripted model; started when it is first needed. */
  async url(): Promise<string> {
    this.simulator ??= startSimulator({ script: demoScript(), ...PACE })
    return (await this.simulator).url
  }

  /** The folder of the sample project: made once, then kept with whatever was done to it. */
  project(): Promise<string> {
    this.making ??= this.make().finally(() => {
      this.making = null
    })
    return this.making
  }

  private async make(): Promise<string> {
    const folder = join(this.dataDir, 'demo', NAME)
    if (await exists(join(folder, '.git'))) return folder
    const draft = `${folder}.new`
    await mkdir(join(this.dataDir, 'demo'), { recursive: true, mode: 0o700 })
    await rm(draft, { recursive: true, force: true }) // our own unfinished copy: nobody has worked in it
    await cp(join(this.resourcesDir, 'sample'), draft, { recursive: true })
    const git = (...args: string[]) => run('git', ['-c', 'core.hooksPath=/dev/null', ...args], { cwd: draft })
    await git('init', '--quiet', '--initial-branch=main')
    await git('config', 'user.name', 'Tine demo')
    await git('config', 'user.email', 'demo@tine.invalid')
    await git('add', '--all')
    await git('commit', '--quiet', '--message', 'abacus: a small calculator')
    await rename(draft, folder)
    return folder
  }

  async close(): Promise<void> {
    const simulator = await this.simulator
    this.simulator = null
    await simulator?.close()
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}
