// How much JavaScript the window is sent for Home and a session; what is fetched when it is wanted stands beside it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { withBrowser } from '../support/browser'
import { atMost, compared, type Figure } from './figure'
import { nth, withSeededApp } from './seeded-app'
import { enterSession, withWindow } from './window'

const ASSETS = fileURLToPath(new URL('../../out/renderer/assets', import.meta.url))

/** Counts what is asked for over the network, compressed as a server would. */
export async function measureSize(): Promise<Figure[]> {
  return withSeededApp([{ turns: 10, forks: 2 }], ({ app, sessions }) =>
    withBrowser((browser) =>
      withWindow(browser, [], async (page) => {
        const asked = new Set<string>()
        page.on('request', (request) => asked.add(new URL(request.url()).pathname.split('/').at(-1) ?? ''))
        await page.goto(app.address)
        await enterSession(page, nth(sessions, 0).title)
        const scripts = readdirSync(ASSETS).filter((name) => name.endsWith('.js'))
        const sizeOf = (names: readonly string[]) => names.reduce((sum, name) => sum + compressed(name), 0)
        return [
          atMost(
            'JavaScript for Home and a session, compressed',
            sizeOf(scripts.filter((name) => asked.has(name))),
            350 * 1024,
            kib,
          ),
          compared('JavaScript that comes when it is wanted', kib(sizeOf(scripts.filter((name) => !asked.has(name))))),
        ]
      }),
    ),
  )
}

function compressed(name: string): number {
  return gzipSync(readFileSync(join(ASSETS, name)), { level: 9 }).length
}

function kib(value: number): string {
  return `${Math.round(value / 1024)} KiB`
}
