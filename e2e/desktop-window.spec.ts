// The desktop window from both sides: what it may do, what it may not, and that nothing of the work hangs on it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appEnvironment } from './support/app-environment'
import { type ElectronApp, electronCommand, launchElectron, runsAsRoot } from './support/electron-app'
import { expect, test } from './support/fixtures'

test.describe('the desktop window', { tag: '@electron-only' }, () => {
  let app: ElectronApp

  test.beforeEach(async ({ folder }) => {
    app = await launchElectron({ dataDir: `${folder}/data`, args: ['--demo'] })
    await expect(app.page.getByRole('button', { name: 'New session in abacus' })).toBeVisible()
  })

  test.afterEach(() => app.close())

  test('is sandboxed, isolated and without Node, and loads from the private scheme', async () => {
    expect(app.page.url()).toMatch(/^app:\/\/tine\//)
    const preferences = await app.electron.evaluate(({ BrowserWindow }) => {
      // Electron's own types leave this method out; it is how the switches in force are read.
      const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
        getLastWebPreferences(): Electron.WebPreferences
      }
      const { sandbox, contextIsolation, nodeIntegration, webviewTag, webSecurity } = contents.getLastWebPreferences()
      return { sandbox, contextIsolation, nodeIntegration, webviewTag, webSecurity }
    })
    expect(preferences).toEqual({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      webSecurity: true,
    })
    expect(
      await app.page.evaluate(() => ['require', 'process', 'module', 'Buffer'].filter((name) => name in window)),
    ).toEqual([])
  })

  test(`runs with Chromium's sandbox ${runsAsRoot ? '(skipped: root cannot have it)' : ''}`, async () => {
    test.skip(runsAsRoot)
    expect(await app.electron.evaluate(({ app: main }) => main.commandLine.hasSwitch('no-sandbox'))).toBe(false)
  })

  test('reaches nothing outside its scheme and leaves no folder of its own', async () => {
    const reached = await app.page.evaluate(async () => {
      const attempts = [
        'https://example.com/',
        'http://127.0.0.1:1/',
        'file:///etc/hostname',
        'app://other/',
        '../package.json',
      ]
      return Promise.all(
        attempts.map((url) =>
          fetch(url).then(
            (answer) => answer.status,
            () => 'refused',
          ),
        ),
      )
    })
    expect(reached).toEqual(['refused', 'refused', 'refused', 'refused', 404])
  })

  test('opens links outside only after their address was shown, and only those of three kinds', async () => {
    const shown = await recordLinks(app)
    await app.page.evaluate(() => {
      for (const url of [
        'https://example.com/a',
        'mailto:a@example.com',
        'file:///etc/passwd',
        'javascript:alert(1)',
        'tine://session/x',
      ]) {
        window.open(url)
      }
      location.href = 'https://example.com/b'
    })
    await expect
      .poll(shown)
      .toEqual([
        'asked https://example.com/a',
        'opened https://example.com/a',
        'asked https://example.com/b',
        'opened https://example.com/b',
        'asked mailto:a@example.com',
        'opened mailto:a@example.com',
      ])
    expect(app.page.url()).toMatch(/^app:\/\/tine\//)
    expect(app.electron.windows()).toHaveLength(1)
  })

  test('comes back after its page crashed, with the same host behind it', async () => {
    const { pid } = app
    await app.electron.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      const loadedAgain = new Promise<void>((resolve) => contents?.once('did-finish-load', () => resolve()))
      contents?.forcefullyCrashRenderer()
      await loadedAgain
    })
    await expect.poll(() => headingThroughMain(app)).toContain('New session in abacus')
    expect(app.pid).toBe(pid)
  })

  test('a second instance brings the first one to the front, hands over its link and ends with 0', async () => {
    const link = 'tine://session/ses_00000000000000000000000000'
    expect(await runSecond(app, [`--data=${app.dataDir}`, link])).toBe(0)
    await expect.poll(() => app.page.url()).toBe('app://tine/#/session/ses_00000000000000000000000000')
  })

  test('a word that cannot be meant is named, with exit code 2', async () => {
    expect(await runSecond(app, [`--data=${app.dataDir}`, '--nope'])).toBe(2)
  })

  test('starts again on the same data after kill -9', async () => {
    await app.kill()
    await app.relaunch()
    await expect(app.page.getByRole('button', { name: 'New session in abacus' })).toBeVisible()
  })
})

/** Answers every question with "Open", and writes down what was asked and what would have been opened. */
async function recordLinks({ electron }: ElectronApp): Promise<() => Promise<string[]>> {
  const record = await electron.evaluateHandle(({ dialog, shell }) => {
    const lines: string[] = []
    Object.assign(dialog, {
      showMessageBox: async (_window: unknown, { detail }: { detail: string }) => {
        lines.push(`asked ${detail}`)
        return { response: 0 }
      },
    })
    Object.assign(shell, { openExternal: async (url: string) => void lines.push(`opened ${url}`) })
    return lines
  })
  return async () => (await record.jsonValue()).toSorted((a, b) => addressOf(a).localeCompare(addressOf(b)))
}

function addressOf(line: string): string {
  return line.slice(line.indexOf(' ') + 1)
}

/** Playwright's own view of a page does not survive its crash; the main process sees the new one. */
function headingThroughMain({ electron }: ElectronApp): Promise<string> {
  return electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('document.body.innerText'),
  )
}

async function runSecond({ dataDir }: ElectronApp, args: string[]): Promise<number | null> {
  const { executable, words } = electronCommand()
  const env = appEnvironment({ dataDir })
  const child = spawn(executable, [...(runsAsRoot ? ['--no-sandbox'] : []), ...words, ...args], {
    env,
    stdio: 'ignore',
  })
  const [code] = await once(child, 'close')
  return code
}
