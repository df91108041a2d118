import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type PageServer, startPageServer } from '../../../../testing/page-server'
import { type ToolBench, toolBench } from '../../../../testing/tool-bench'
import { systemClock } from '../../system/clock'
import { createWeb } from '../../web/create-web'

let bench: ToolBench
let server: PageServer
const pages: Record<string, { status?: number; type?: string; location?: string; body?: string }> = {}
beforeEach(async () => {
  bench = toolBench({ web: createWeb({ clock: systemClock, env: {}, privateHosts: () => ['127.0.0.1'] }) })
  server = await startPageServer((request, response) => {
    const { status = 200, type = 'text/plain', location, body = '' } = pages[request.url ?? ''] ?? { status: 404 }
    response.writeHead(status, { 'content-type': type, ...(location === undefined ? {} : { location }) }).end(body)
  })
})
afterEach(async () => {
  await server.close()
  await bench.dispose()
})

const fetchPage = (path: string) => bench.call('WebFetch', { url: `${server.origin}${path}`, prompt: 'the flags' })

describe('WebFetch', () => {
  it('says in its first line what came, and then the page', async () => {
    pages['/page'] = { type: 'text/html', body: '<title>T</title><p>Hello <b>you</b></p>' }
    expect(await fetchPage('/page')).toEqual({
      text: `${server.origin}/page (200, text/html, 39 bytes)\nTitle: T\n\nHello **you**`,
      isError: false,
    })
    expect((await fetchPage('/page')).text).toContain('\n[read less than a minute ago]\n')
  })

  it('hands back where a page moved to', async () => {
    pages['/moved'] = { status: 301, location: 'https://new.example/page' }
    expect(await fetchPage('/moved')).toEqual({
      text: `${server.origin}/moved moved (301) to another place: "https://new.example/page". Nothing was fetched from there. If you need it, call WebFetch with that address.`,
      isError: false,
    })
  })

  it('is an error where the server says so, with what it says', async () => {
    expect(await fetchPage('/nowhere')).toEqual({
      text: `${server.origin}/nowhere (404, text/plain, 0 bytes)\n\n(The page has no text.)`,
      isError: true,
    })
  })

  it('cuts a long page and says where all of it is', async () => {
    const body = 'A line of text.\n'.repeat(10_000)
    pages['/long'] = { body }
    const { text } = await fetchPage('/long')
    expect(text.length).toBeLessThan(50_000)
    const path = /The first 45,000 of 160,000 characters; all of it is in (\S+\.md)\.\]$/.exec(text)?.[1] ?? ''
    expect(readFileSync(path, 'utf8')).toBe(body)
    const part = await bench.call('read', { file_path: path, offset: 9_999, limit: 1 })
    expect(part.text).toContain('9999\tA line of text.')
  })

  it('loses no page where its file cannot be written', async () => {
    pages['/long'] = { body: 'x'.repeat(60_000) }
    const outputsDir = bench.put('blocked', 'a file where the folder should be')
    const { text, isError } = await bench.call('WebFetch', { url: `${server.origin}/long` }, { outputsDir })
    expect(isError).toBe(false)
    expect(text).toContain('the whole page could not be saved: WebFetch: ')
  })

  it.each([
    ['nowhere', /url: expected a whole address/],
    ['https://u:p@example.com/', /user or password/],
    ['http://0x7f000001/', /another spelling of 127\.0\.0\.1/],
  ])('takes no %s for an address, before anybody is asked', (url, words) => {
    expect(bench.box.check('WebFetch', { url })).toMatch(words)
  })
})
