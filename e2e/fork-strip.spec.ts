// Draws the strip of the README: a fork as it happens, in four frames, on the clock of the pictures.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, firstOf, gate, reply, scriptByDirective, scriptByTurn, text } from '../src/simulator/script/builders'
import { ofFork } from '../src/simulator/script/request-predicates'
import { dateCommit } from './pictures/dated-repository'
import { PictureApp } from './pictures/picture-app'
import { Stage } from './pictures/stage'
import { projectRoot } from './support/app-environment'
import { ShownPage } from './support/pages/page-parts'
import { expect, test } from './support/story'

const WAYS = ['Table: one row for each operator', 'Grammar: a PEG grammar', 'Regex: named groups']
const ANSWER = `The inside is free to change. Three ways:

1. **Table.** One row for each operator. Best errors.
2. **Grammar.** Smallest source, one more build step.
3. **Regex.** One tokeniser with named groups.`

/** Frames are half as large in the strip, and still to be read. */
const SIZE = { width: 1080, height: 560 }

test('the strip of the README is drawn (only with TINE_DRAW=1)', async ({ chromium, model, folder, repository }) => {
  test.skip(!process.env.TINE_DRAW, 'it writes docs/images/fork-strip.png')
  test.setTimeout(120_000)
  const go = Promise.withResolvers<void>()
  model.script(
    firstOf(
      scriptByDirective([
        {
          match: /Table|Grammar/,
          script: scriptByTurn([
            reply(call('write', { file_path: 'src/table.js', content: 'export const table = []\n' })),
            reply(text('Writing ', gate(go.promise), 'it down. **Result:** all 104 cases hold.')),
          ]),
        },
        {
          match: 'Regex',
          script: scriptByTurn([reply(call('bash', { command: 'npm test' })), reply('**Result:** 96 of 104.')]),
        },
      ]),
      () => reply(ANSWER),
    ),
  )
  const browser = await chromium()
  dateCommit(repository)
  const app = await PictureApp.start(browser, join(folder, 'data'), model.url)
  try {
    const { page } = app
    const { timeline, forkDialog, approval } = new ShownPage(page)
    const stage = new Stage(app)
    const { sessionId, threadId } = await stage.session(repository.folder, 'acceptEdits', 'Split the parser')
    await stage.say(threadId, 'Split src/sum.js. Which ways do you see?')
    await page.setViewportSize(SIZE)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await app.open(`#/session/${sessionId}`)
    await page
      .getByRole('button', { name: /sidebar|outline/i })
      .first()
      .click()
    const frames: Buffer[] = []
    const shoot = async () => frames.push(await page.screenshot({ animations: 'disabled', caret: 'hide' }))

    await timeline.forkFrom(1)
    await forkDialog.directives.fill(WAYS.join('\n'))
    await expect(forkDialog.forecast).toContainText('tokens shared')
    await shoot()

    const leader = model.hold(ofFork('Table'))
    await page.keyboard.press('ControlOrMeta+Enter')
    await leader.arrived
    await expect(timeline.fork(WAYS[1] ?? '')).toContainText('warming')
    // What was started is shown beside; here the tree is what counts.
    await page.keyboard.press('Escape')
    await shoot()

    leader.release()
    await expect(timeline.fork(WAYS[2] ?? '')).toContainText('waiting for approval')
    await expect.poll(() => model.requests.filter(ofFork(/Table|Grammar/)).length).toBe(4)
    await app.advance(41_000)
    await approval.dialog.getByRole('button', { name: 'Put away' }).click()
    await shoot()

    await timeline
      .fork(WAYS[2] ?? '')
      .getByRole('button', { name: 'Review 1' })
      .click()
    await approval.answer('Allow once')
    go.resolve()
    for (const way of WAYS) await expect(timeline.fork(way)).toContainText('done')
    await shoot()
    writeFileSync(join(projectRoot, 'docs', 'images', 'fork-strip.png'), await strip(page, frames))
  } finally {
    await app.close()
  }
})

const CAPTIONS = [
  'F on a turn: three lines, and their price',
  'One leads and writes the cache, two wait',
  'They work in places of their own; one asks',
  'Done: each reports, with what it changed',
]

/** Lays the frames out, two by two, in a page of its own. */
async function strip(page: ShownPage['page'], frames: readonly Buffer[]): Promise<Buffer> {
  const sheet = await page.context().newPage()
  const width = 760
  await sheet.setViewportSize({ width: 2 * width + 36, height: 900 })
  const figures = frames.map(
    (frame, n) =>
      `<figure><img src="data:image/png;base64,${frame.toString('base64')}"><figcaption>${n + 1}. ${CAPTIONS[n]}</figcaption></figure>`,
  )
  await sheet.setContent(
    `<style>body{margin:12px;display:grid;grid-template-columns:repeat(2,${width}px);gap:12px;background:#fff;font:600 15px system-ui}
    figure{margin:0}img{width:100%;display:block;border:1px solid #d8d8d4;border-radius:6px}figcaption{padding:6px 2px;color:#333}</style>${figures.join('')}`,
  )
  await sheet.waitForFunction(() => Array.from(document.images).every((image) => image.complete))
  return sheet.screenshot({ fullPage: true })
}
