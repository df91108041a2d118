// From the press that allows a call until the tool itself runs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, reply } from '../../src/simulator/script/builders'
import { withBrowser } from '../support/browser'
import { ms } from '../support/report'
import { type Figure, medianAtMost } from './figure'
import { withSeededApp } from './seeded-app'
import { enterSession, withWindow } from './window'

/** The tool says itself when it began, to the millisecond. */
const TOLD = 'began-at'
const TITLE = 'A session that asks'
const COMMAND = `date +%s%3N > ${TOLD}`

/** Each time a turn that asks, and a press on “Allow once”. */
export async function measureApprove(runs: number): Promise<Figure[]> {
  const times: number[] = []
  await withSeededApp([{ turns: 3, forks: 0 }], async ({ app, simulator, workspace }) => {
    const folder = join(workspace, 'project')
    const client = await app.connect()
    const { threadId } = await client.openSession(folder, { permissionMode: 'default', title: TITLE })
    simulator.script(({ lastUser }) =>
      lastUser.said.startsWith('Go') ? reply(call('bash', { command: COMMAND })) : reply('It ran.'),
    )
    await client.say(threadId, 'Hello')
    await withBrowser((browser) =>
      withWindow(browser, ['last-press.js'], async (page) => {
        await page.goto(app.address)
        await enterSession(page, TITLE)
        for (let run = 0; run <= runs; run++) {
          const turn = client.say(threadId, `Go ${run}`)
          const card = page.getByRole('dialog', { name: 'Approval', exact: true })
          await card.and(page.locator('[data-armed]')).waitFor()
          await card.getByRole('button', { name: 'Allow once', exact: true }).click()
          await turn
          const pressedAt = await page.evaluate<number>('window.tinePressedAt')
          const beganAt = Number(readFileSync(join(folder, TOLD), 'utf8'))
          // The first loads what every later one has.
          if (run > 0) times.push(beganAt - pressedAt)
        }
      }),
    )
  })
  return [medianAtMost('press on “Allow once” → the tool runs', times, 50, ms)]
}
