// Pictures, PDFs and files go with a message: pasted, dropped, chosen, named; they outlive the window and are there to look at.
import { reply } from '../src/simulator/script/builders'
import { aPdf, aPicture, aPng } from '../src/testing/pictures'
import { giveFiles } from './support/give-files'
import { Screens } from './support/screens'
import { expect, test } from './support/story'
import { lastUserOf, messagesOf } from './support/wire'

test(
  'a picture is pasted, another dropped, a PDF chosen; one is taken away, and the turn shows the rest',
  { tag: '@electron' },
  async ({ openWindow, repository, model, door }, info) => {
    model.script(({ lastUser }) => reply(`Answer to ${lastUser.said}.`))
    const { page, home, composer, timeline } = await openWindow()
    await home.openFolder(repository.folder)
    const box = composer.message
    const photo = await aPicture(1400, 700).jpeg().toBuffer()
    await giveFiles(box, 'paste', [{ name: 'image.png', type: 'image/png', bytes: await aPng(300, 200) }])
    await giveFiles(box, 'over', [{ name: 'photo.jpg', type: 'image/jpeg', bytes: photo }])
    await giveFiles(box, 'drop', [
      { name: 'photo.jpg', type: 'image/jpeg', bytes: photo },
      { name: 'drawing.svg', type: 'image/svg+xml', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
    ])
    await composer.form
      .getByLabel('Files to attach')
      .setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: aPdf(12) })
    const chips = composer.form.getByRole('list', { name: 'Attachments of the message' }).getByRole('listitem')
    await expect(chips).toHaveCount(4)
    await expect(chips.nth(1)).toContainText('photo.jpg1400 × 700')
    await expect(chips.nth(2)).toContainText('is an SVG drawing')
    await expect(chips.nth(3)).toContainText('12 pages')
    await box.fill('What do you see?')
    await page.keyboard.press('Enter')
    await expect(composer.form).toContainText('drawing.svg is not attached. Take it away, then send.')
    await new Screens(page, info).look(`attachments-composer-${door}`)
    await composer.form.getByRole('button', { name: 'Remove drawing.svg' }).click()
    await expect(box).toBeFocused()
    await page.keyboard.press('Enter')

    const turn = timeline.turn(1)
    await expect(turn).toContainText('Answer to What do you see?.')
    await expect(chips).toHaveCount(0)
    const shown = turn.getByRole('list', { name: 'Attachments' })
    await expect(shown.getByRole('listitem')).toHaveCount(3)
    await expect(shown).toContainText('plan.pdf12 pages')
    // Its bytes are there and drawn: the page's policy lets them through.
    const drawn = () =>
      shown.getByRole('img').evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth))
    await expect.poll(drawn).toEqual([300, 1400])
    await new Screens(page, info).look(`attachments-turn-${door}`)
    await shown.getByRole('button', { name: 'photo.jpg' }).click()
    const lightbox = page.getByRole('dialog', { name: 'photo.jpg' })
    await expect(lightbox.getByRole('img', { name: 'photo.jpg' })).toBeVisible()
    await new Screens(page, info).look(`attachments-lightbox-${door}`)
    await page.keyboard.press('Escape')
    await expect(lightbox).toBeHidden()
    await expect(shown.getByRole('button', { name: 'photo.jpg' })).toBeFocused()

    const sent = messagesOf(model.requests[0])[0]?.content
    expect(Array.isArray(sent) ? sent.map(({ type }) => type) : sent).toEqual([
      'image',
      'image',
      'document',
      'text',
      'text',
    ])
  },
)

test('what is attached outlives the window with the draft, is sent without a word, and a fork has it', async ({
  openWindow,
  plainFolder,
  model,
}, info) => {
  model.script(() => reply('Seen.'))
  const window = await openWindow()
  await window.home.openFolder(plainFolder)
  await window.composer.send('First words')
  await expect(window.timeline.turn(1)).toContainText('Seen.')
  const large = await aPicture(2400, 1200).jpeg().toBuffer()
  await giveFiles(window.composer.message, 'drop', [{ name: 'wide.jpg', type: 'image/jpeg', bytes: large }])
  const chips = () => window.composer.form.getByRole('list', { name: 'Attachments of the message' })
  await expect(chips()).toContainText('reduced from 2400 × 1200')
  await window.closeAndStartAgain()
  await window.home.openSession('First words')
  await expect(chips()).toContainText('reduced from 2400 × 1200')
  await expect(chips().getByRole('button', { name: 'Show wide.jpg' })).toBeVisible()
  await new Screens(window.page, info).look('attachments-draft')
  await window.composer.sendButton.click()
  await expect(window.timeline.turn(2)).toContainText('wide.jpg')
  await expect(window.timeline.turn(2)).toContainText('Seen.')
  await window.composer.message.fill('/fork Look again')
  await window.page.keyboard.press('Enter')
  await expect.poll(() => model.requests.length).toBe(3)
  const picture = (n: number) => JSON.stringify(messagesOf(model.requests[n]).at(2)?.content).slice(0, 5_000)
  expect(picture(1)).toContain('"type":"image"')
  expect(picture(2)).toBe(picture(1))
})

test('files named with @ go as they are; a link that leads out of the folder is refused in words', async ({
  openWindow,
  repository,
  model,
  folder,
}, info) => {
  model.script(({ lastUser }) => reply(`Answer to ${lastUser.said}.`))
  repository.write('shot.png', await aPng(50, 40))
  const { symlinkSync, writeFileSync } = await import('node:fs')
  writeFileSync(`${folder}/secret.txt`, 'the secret')
  symlinkSync(`${folder}/secret.txt`, `${repository.folder}/harmless.txt`)
  const { page, home, composer, timeline } = await openWindow()
  await home.openFolder(repository.folder)
  await composer.send('Read @harmless.txt')
  await expect(composer.form).toContainText('@harmless.txt leads to')
  expect(model.requests).toEqual([])
  await composer.message.fill('Compare @src/sum.js#L1, @src and @shot.png for @nobody.')
  await page.keyboard.press('Enter')
  await expect(timeline.turn(1)).toContainText('Answer to')
  const { texts, said } = lastUserOf(model.requests[0])
  expect(said).toBe('Compare @src/sum.js#L1, @src and @shot.png for @nobody.')
  expect(texts.join('\n')).toContain('1\texport const sum = (a, b) => a + b')
  expect(texts.join('\n')).toContain('<folder path="src">\nproduct.js\nsum.js\n</folder>')
  const shown = timeline.turn(1).getByRole('list', { name: 'Attachments' })
  await expect(shown.getByRole('listitem')).toHaveCount(3)
  await shown.getByRole('button', { name: 'src/sum.js#L1' }).click()
  const text = page.getByRole('dialog', { name: 'src/sum.js#L1' })
  await expect(text).toContainText('export const sum = (a, b) => a + b')
  await new Screens(page, info).look('attachments-named')
  await page.keyboard.press('Escape')
  await expect(text).toBeHidden()
})
