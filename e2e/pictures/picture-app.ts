// An app whose time stands still: host, page and pictures show the same moment on every machine and every day.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { appEnvironment, projectRoot } from '../support/app-environment'
import { HostSocket } from '../support/host-socket'
import { standStill } from './pictures'

/** A Tuesday afternoon. */
const BEGIN = Date.UTC(2026, 11, 1, 14, 0, 0)
/** The smallest window it is drawn for. */
const SIZE = { width: 1280, height: 800 }

export class PictureApp {
  private constructor(
    private readonly child: ChildProcess,
    private readonly context: BrowserContext,
    /** A client beside the page, which makes what is to be seen. */
    readonly host: HostSocket,
    private readonly address: string,
    readonly page: Page,
    private now: number,
  ) {}

  /** Starts a host on a data folder with a model at an address, and an empty page. */
  static async start(browser: Browser, dataDir: string, modelUrl: string): Promise<PictureApp> {
    const env = { ANTHROPIC_BASE_URL: modelUrl, ANTHROPIC_API_KEY: 'sk-ant-picture', TZ: 'UTC' }
    const child = fork(join(projectRoot, 'e2e', 'pictures', 'picture-host.ts'), [dataDir, String(BEGIN)], {
      execPath: join(projectRoot, 'node_modules', 'node', 'bin', 'node'),
      execArgv: [
        '--no-warnings',
        '--experimental-transform-types',
        '--import',
        join(projectRoot, 'src', 'testing', 'typescript-imports.mjs'),
      ],
      env: appEnvironment({ dataDir, env }),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    const lines: string[] = []
    child.stderr?.on('data', (bytes: Buffer) => lines.push(bytes.toString()))
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(`no host\n${lines.join('')}`)))
    const [{ address }] = (await Promise.race([once(child, 'message'), ended])) as [{ address: string }]
    ended.catch(() => {}) // it ends with the story
    const context = await browser.newContext({ viewport: SIZE, timezoneId: 'UTC', locale: 'en-GB' })
    const page = await context.newPage()
    await standStill(page)
    const host = await HostSocket.connect(address, () => lines.join(''))
    return new PictureApp(child, context, host, address, page, BEGIN)
  }

  /** Lets time go by, for the host and the page; what falls due on the way is done. */
  async advance(ms: number): Promise<void> {
    const answered = once(this.child, 'message')
    this.child.send({ advanceMs: ms })
    const [{ now }] = (await answered) as [{ now: number }]
    this.now = now
    await this.page.clock.setFixedTime(now)
  }

  /** Loads the page anew, at a screen of its own. */
  async open(hash = '#/'): Promise<void> {
    await this.page.clock.setFixedTime(this.now)
    // Another hash alone would load nothing.
    await this.page.goto('about:blank')
    await this.page.goto(this.address)
    await this.page.locator('#root main').first().waitFor()
    await this.page.evaluate((to) => location.assign(to), hash)
  }

  async close(): Promise<void> {
    this.host.close()
    await this.context.close()
    const exited = once(this.child, 'exit')
    this.child.disconnect()
    await exited
  }
}
