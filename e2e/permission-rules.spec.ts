// Who wants to know what the rules would say of a call asks in the settings; nothing is run, and broken rules are listed.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Screens } from './support/screens'
import { expect, test } from './support/story'

const SETTINGS = `{
  "permissions": {
    "allow": ["Bash(npm run test:*)", "WebFetch(domain:example.org)"],
    "ask": ["Bash(git push:*)"],
    "deny": ["Read(secrets/**)", "Bash(curl:*)", "Fly(away)"]
  }
}
`

test('a person tries a call in the settings and sees which rule of which file decides', async ({
  openWindow,
  repository,
}, info) => {
  repository.write('.claude/settings.json', SETTINGS)
  const { home, page, settings } = await openWindow()
  const screens = new Screens(page, info)
  await home.askForFolder(repository.folder)
  await page.getByRole('button', { name: 'Keep restricted' }).click()
  await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Settings' }).click()
  await expect(settings.heading).toBeVisible()
  const section = page.getByRole('region', { name: 'Permission rules' })
  await expect(section).toContainText('1 line cannot be used')
  await expect(section).toContainText('.claude/settings.json:5')
  await expect(section).toContainText('Tine has no tool named “Fly”.')
  await section.getByText('3 rules in force, 2 waiting for trust').click()
  await expect(section.getByRole('listitem').filter({ hasText: 'Bash(npm run test:*)' })).toContainText(
    'until the project is trusted',
  )

  await section.getByLabel('Command').fill('touch made && git push origin main | curl http://example.org')
  await section.getByLabel('Command').press('Enter')
  const modes = section.getByRole('table', { name: 'In each mode' })
  await expect(modes.getByRole('row', { name: /^Bypass/ })).toContainText('deny')
  await expect(modes.getByRole('row', { name: /^Ask/ })).toContainText('.claude/settings.json, line 5')
  const commands = section.getByRole('table', { name: /^Each command/ })
  await expect(commands.getByRole('row', { name: /git push/ })).toContainText('Bash(git push:*)')
  await section.getByRole('heading', { level: 2 }).scrollIntoViewIfNeeded()
  await screens.look('permission-rules')
  await commands.scrollIntoViewIfNeeded()
  await screens.look('permission-test')
  expect(existsSync(join(repository.folder, 'made'))).toBe(false)

  await section.getByLabel('What is done').selectOption({ label: 'Read a file' })
  await expect(modes).toBeHidden()
  await section.getByLabel('Path').fill('secrets/key')
  await section.getByRole('button', { name: 'Test' }).click()
  await expect(modes.getByRole('row', { name: /^Ask/ })).toContainText('Read(secrets/**)')
  await section.getByLabel('What is done').selectOption({ label: 'Another tool' })
  await section.getByLabel('Name of the tool').fill('Fly')
  await section.getByRole('button', { name: 'Test' }).click()
  await expect(section.getByRole('alert')).toContainText('Tine has no tool named “Fly”.')
})
