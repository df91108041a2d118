// An old conversation of another program is brought in and forked; a session goes out as a bundle and comes back from it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reply } from '../src/simulator/script/builders'
import { usualAgent, usualTranscript } from '../src/testing/transcript'
import { Screens } from './support/screens'
import { expect, test } from './support/story'

test('a transcript found for the project becomes a session, any turn of it is forked, and it goes out and comes back', async ({
  openWindow,
  folder,
  plainFolder,
  model,
}, info) => {
  test.setTimeout(120_000)
  model.script(() => reply('Scope: it. Result: looked at.'))
  const config = join(folder, 'claude')
  const script = usualTranscript()
  const kept = join(config, 'projects', plainFolder.replaceAll(/[^a-zA-Z0-9]/g, '-'))
  script.write(join(kept, `${script.sessionId}.jsonl`))
  usualAgent().write(join(kept, script.sessionId, 'subagents', 'agent-a1b2c3.jsonl'))
  const window = await openWindow({ env: { CLAUDE_CONFIG_DIR: config } })
  const { page, home, timeline, forkDialog } = window
  const screens = new Screens(page, info)
  await home.openFolder(plainFolder)
  const dialog = page.getByRole('dialog', { name: 'Import a session' })
  const file = dialog.getByRole('textbox', { name: 'File' })
  const importing = async () => {
    await home.open()
    await page.getByRole('button', { name: 'Import…' }).click()
    await expect(file).toBeFocused()
  }

  await test.step('what is found is listed, and a wrong path is told in words', async () => {
    await importing()
    await expect(dialog.getByRole('button', { name: /Renaming a constant.*3 turns/ })).toBeVisible()
    await screens.look('import')
    await file.fill('/nowhere/x.jsonl')
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(dialog).toContainText('There is no file /nowhere/x.jsonl')
    await screens.look('import-refused')
  })

  await test.step('it is read as it was, with its agent and its change of mind', async () => {
    await dialog.getByRole('button', { name: /Renaming a constant/ }).click()
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Renaming a constant' })).toBeVisible()
    await expect(timeline.turn(2)).toContainText('Nothing else uses it.')
    await expect(page.getByRole('navigation', { name: 'Outline' })).toContainText('explore: Uses')
    await screens.look('imported')
  })

  await test.step('a person forks from its first turn', async () => {
    await timeline.forkFrom(1)
    await forkDialog.directives.fill('Look again')
    await forkDialog.startButton.click()
    await expect(timeline.fork('Look again')).toContainText('done', { timeout: 30_000 })
  })

  const bundle = join(folder, 'renaming.tine')
  const exporting = page.getByRole('dialog', { name: 'Export the session' })
  const exportTo = async (path: string) => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('Export the session')
    await page.keyboard.press('Enter')
    await exporting.getByRole('textbox', { name: 'File' }).fill(path)
  }

  await test.step('it goes out as a bundle, and never over another file unasked', async () => {
    writeFileSync(bundle, 'mine')
    await exportTo(bundle)
    await exporting.getByRole('button', { name: 'Export', exact: true }).click()
    await expect(exporting).toContainText('There is a file')
    await screens.look('export-taken')
    await exporting.getByRole('checkbox', { name: 'Replace the file that is there' }).check()
    await exporting.getByRole('button', { name: 'Export', exact: true }).click()
    await expect(exporting).toBeHidden()
    expect(readFileSync(bundle).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]))
  })

  await test.step('and as Markdown', async () => {
    const text = join(folder, 'renaming.md')
    await exportTo(text)
    await exporting.getByRole('radio', { name: 'Markdown' }).check()
    await exporting.getByRole('textbox', { name: 'File' }).fill(text)
    await exporting.getByRole('button', { name: 'Export', exact: true }).click()
    await expect(exporting).toBeHidden()
    expect(existsSync(text)).toBe(true)
    expect(readFileSync(text, 'utf8')).toContain('# Renaming a constant')
  })

  await test.step('the bundle comes back as another session', async () => {
    await importing()
    await file.fill(bundle)
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(timeline.fork('Look again')).toContainText('done')
  })

  await test.step('lines that cannot be read are counted and shown', async () => {
    const torn = script.write(join(folder, 'torn.jsonl'))
    writeFileSync(torn, `${readFileSync(torn, 'utf8')}{"type":"user","uuid":"x`)
    await importing()
    await file.fill(torn)
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    const result = page.getByRole('dialog', { name: 'Imported' })
    await expect(result).toContainText('1 line could not be read')
    await expect(result.getByRole('region', { name: 'Skipped lines' })).toContainText(
      `torn.jsonl, line ${script.lines.length + 1}`,
    )
    await screens.look('import-skipped')
    await result.getByRole('button', { name: 'Open the session' }).click()
    await expect(timeline.turn(2)).toContainText('Nothing else uses it.')
  })
})
