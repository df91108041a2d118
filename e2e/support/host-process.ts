// The host as a process of its own, spoken to through its socket without a page: for what must survive kill -9.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { appEnvironment, projectRoot } from './app-environment'
import { HostSocket, PATIENCE_MS } from './host-socket'

export class HostProcess extends HostSocket {
  private constructor(
    private readonly child: ChildProcess,
    socket: WebSocket,
    log: () => string,
  ) {
    super(socket, log)
  }

  /** Starts `tine serve` on a data folder and connects with the token it prints. */
  static async start(dataDir: string, env: Record<string, string>): Promise<HostProcess> {
    const node = join(projectRoot, 'node_modules', 'node', 'bin', 'node')
    const child = spawn(node, [join(projectRoot, 'bin', 'tine.mjs'), 'serve', `--data=${dataDir}`], {
      env: appEnvironment({ dataDir, env }),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const lines: string[] = []
    createInterface({ input: child.stderr }).on('line', (line) => lines.push(line))
    const ready = once(createInterface({ input: child.stdout }), 'line')
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
    const ended = once(child, 'exit').then(() => null)
    const line = await Promise.race([ready, ended])
    clearTimeout(timer)
    const address = /^READY (.+)$/.exec(String(line?.[0] ?? ''))?.[1]
    if (address === undefined) throw new Error(`the host did not start\n${lines.join('\n')}`)
    return new HostProcess(child, await HostSocket.open(address), () => lines.join('\n'))
  }

  /** kill -9; resolves when the process is gone. */
  async kill(): Promise<void> {
    const exited = once(this.child, 'exit')
    this.child.kill('SIGKILL')
    await exited
    this.close()
  }
}
