// The same session as a plain React Flow canvas, for comparison: same data, same browser, same socket, in the same run.
import { fileURLToPath } from 'node:url'
import type { Browser } from '@playwright/test'
import { build } from 'vite'
import { openSessionInPage, withBrowser } from '../support/browser'
import { count, median, ms, spread } from '../support/report'
import { compared, type Figure } from './figure'
import { LARGE, nth, withSeededApp } from './seeded-app'
import { pageScript, VIEWPORT } from './window'

interface Drawn {
  rowsMs: number
  nodes: number
}

/** Prints what there is nothing to reach of: ours and theirs, of 1,000 turns with 50 forks. */
export async function measureFlow(runs: number): Promise<Figure[]> {
  const script = await bundle()
  return withSeededApp([LARGE], ({ app, sessions }) =>
    withBrowser(async (browser) => {
      const session = nth(sessions, 0)
      const [ours, all, visible]: [Drawn[], Drawn[], Drawn[]] = [[], [], []]
      // One of each in turn: what else the machine does falls on all of them alike.
      for (let run = 0; run < runs; run++) {
        ours.push(await openSessionInPage(browser, app.address, session.title))
        all.push(await draw(browser, app.address, session.sessionId, false, script))
        visible.push(await draw(browser, app.address, session.sessionId, true, script))
      }
      return [drawn('Tine', ours), drawn('React Flow, plain', all), drawn('React Flow, only what is in view', visible)]
    }),
  )
}

function drawn(name: string, runs: readonly Drawn[]): Figure {
  const times = runs.map(({ rowsMs }) => rowsMs)
  const nodes = median(runs.map((run) => run.nodes))
  return compared(
    `first rows of 1,000 turns: ${name}`,
    `${ms(median(times))} (${spread(times)}), ${count(nodes)} nodes`,
  )
}

async function draw(browser: Browser, address: string, sessionId: string, onlyVisible: boolean, script: string) {
  const { origin, host, hash } = new URL(address)
  const input = JSON.stringify({ socketUrl: `ws://${host}/host?${hash.slice(1)}`, sessionId, onlyVisible })
  const page = await browser.newPage({ viewport: VIEWPORT, bypassCSP: true })
  try {
    // Without the token the app's own page stands still; its place is taken.
    await page.goto(origin)
    await page.evaluate(
      `document.body.innerHTML = '<button disabled>Draw</button><div id="flow" style="height:860px"></div>'; window.tineFlowInput = ${input}`,
    )
    await page.addScriptTag({ type: 'module', content: script })
    await page.getByRole('button', { name: 'Draw' }).click()
    return await page.evaluate<Drawn>('window.tineFlow')
  } finally {
    await page.close()
  }
}

/** The page's script with React and React Flow in it, as a production build; its style sheet is put in by the script. */
async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root: fileURLToPath(new URL('.', import.meta.url)),
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, target: 'chrome140', rolldownOptions: { input: pageScript('flow-page.mjs') } },
  })
  const outputs = 'output' in built ? built.output : []
  const chunk = outputs.find((each) => each.type === 'chunk')
  const css = outputs.find((each) => each.type === 'asset' && each.fileName.endsWith('.css'))
  if (chunk?.type !== 'chunk' || css?.type !== 'asset') throw new Error('the page of React Flow was not built')
  const sheet = `document.head.append(Object.assign(document.createElement('style'), { textContent: ${JSON.stringify(String(css.source))} }));`
  return sheet + chunk.code
}
