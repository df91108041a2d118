// The whole way over real HTTP, to servers that behave and to servers that do not.
import type { RequestListener, ServerResponse } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { ManualClock } from '../../../testing/manual-clock'
import { type PageServer, startPageServer } from '../../../testing/page-server'
import { systemClock } from '../system/clock'
import { createWeb, type WebOptions } from './create-web'
import { WEB_LIMITS } from './web-limits'

const servers: PageServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function serve(answer: RequestListener): Promise<PageServer> {
  const server = await startPageServer(answer)
  servers.push(server)
  return server
}

const webOf = (options: Partial<WebOptions> = {}) =>
  createWeb({ clock: systemClock, env: {}, privateHosts: () => ['127.0.0.1'], ...options })
const never = new AbortController().signal
const limited = (limits: Partial<typeof WEB_LIMITS>) => webOf({ limits: { ...WEB_LIMITS, ...limits } })

async function fetched(answer: RequestListener, web = webOf()) {
  const server = await serve(answer)
  const page = await web.fetch(`${server.origin}/a`, never)
  if (page.kind !== 'page') throw new Error(`it moved to ${page.to}`)
  return page
}

const sending =
  (type: string | null, body: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    response.writeHead(200, { ...(type === null ? {} : { 'content-type': type }), ...headers }).end(body)
  }

describe('a page', () => {
  test('comes as Markdown, with what it is called, what was answered, and absolute links', async () => {
    const html =
      '<!doctype html><title>The  docs</title><script>track()</script><nav>Home</nav><h1>Flags</h1><p>See <a href="/b">this</a>.'
    const page = await fetched(sending('text/html; charset=utf-8', html))
    expect(page).toMatchObject({ status: 200, mediaType: 'text/html', title: 'The docs', notes: [], ageMs: null })
    expect(page.text).toMatch(/^# Flags\n\nSee \[this\]\(http:\/\/127\.0\.0\.1:\d+\/b\)\.$/)
    expect(page.bytes).toBe(Buffer.byteLength(html))
  })

  test('is asked for with nothing of the person', async () => {
    const server = await serve((_, response) => void response.setHeader('set-cookie', 'id=1').end('text'))
    const web = webOf()
    await web.fetch(`${server.origin}/a`, never)
    await web.fetch(`${server.origin}/b`, never)
    for (const { headers, method } of server.asked) {
      expect(method).toBe('GET')
      expect(Object.keys(headers).sort()).toEqual(
        ['accept', 'accept-encoding', 'accept-language', 'connection', 'host', 'user-agent'].sort(),
      )
      expect(headers['user-agent']).toMatch(/^Tine\/\d/)
    }
  })

  test('of text, JSON and what calls itself nothing comes as it is', async () => {
    expect((await fetched(sending('application/json', '{"a":1}'))).text).toBe('{"a":1}')
    expect((await fetched(sending('text/plain', 'a\n  b'))).text).toBe('a\n  b')
    expect(await fetched(sending(null, 'plain'))).toMatchObject({ text: 'plain', mediaType: 'no type given' })
    expect((await fetched(sending(null, '\n<!DOCTYPE html><p>x'))).text).toBe('x')
    expect((await fetched(sending('nonsense', 'x'))).text).toBe('x')
    const odd = await fetched(sending('text/plain, (1 bytes)', 'x'))
    expect(odd).toMatchObject({ text: 'x', mediaType: 'no type given' })
  })

  test('is unpacked', async () => {
    const packed = (encoding: string, body: Buffer) => sending('text/plain', body, { 'content-encoding': encoding })
    expect((await fetched(packed('gzip', gzipSync('packed')))).text).toBe('packed')
    expect((await fetched(packed('br', brotliCompressSync('packed')))).text).toBe('packed')
    await expect(fetched(packed('compress', Buffer.from('x')))).rejects.toThrow(/packed the page as "compress"/)
    await expect(fetched(packed('gzip', Buffer.from('no gzip')))).rejects.toThrow(/cannot be unpacked/)
    await expect(fetched(packed('gzip', gzipSync('x'.repeat(9999)).subarray(0, 20)))).rejects.toThrow(/not whole/)
  })

  test('is read by its charset, wherever that is said, and by a guess where it is wrong', async () => {
    const latin = Buffer.from('caf\u00e9', 'latin1')
    expect((await fetched(sending('text/plain; charset=iso-8859-1', latin))).text).toBe('café')
    expect((await fetched(sending('text/plain', latin))).text).toBe('café')
    expect((await fetched(sending('text/plain; charset="utf-8"', 'café'))).text).toBe('café')
    expect((await fetched(sending('text/plain', Buffer.from('\ufeffcafé', 'utf16le')))).text).toBe('café')
    const meta = Buffer.concat([Buffer.from('<meta charset=windows-1251><p>'), Buffer.from([0xcf, 0xf0])])
    expect((await fetched(sending('text/html', meta))).text).toBe('Пр')
    const odd = await fetched(sending('text/plain; charset=klingon', 'café'))
    expect(odd).toMatchObject({ text: 'café', notes: ['its charset "klingon" is not known'] })
  })

  test('that tells of a failure comes with it', async () => {
    const page = await fetched(
      (_, response) => void response.writeHead(404, { 'content-type': 'text/plain' }).end('no'),
    )
    expect(page).toMatchObject({ status: 404, text: 'no' })
  })

  test.each([
    ['image/png', /an image \(image\/png, .*with read/],
    ['application/pdf', /a PDF file/],
    ['application/zip', /no text \(application\/zip/],
    ['video/mp4', /no text/],
  ])('of the type %s is refused with a way on', async (type, words) => {
    await expect(fetched(sending(type, 'x'))).rejects.toThrow(words)
  })

  test('that is called text and is none is refused', async () => {
    await expect(fetched(sending('text/plain', Buffer.from([1, 0, 2])))).rejects.toThrow(/no text/)
    await expect(fetched(sending(null, Buffer.from([1, 0, 2])))).rejects.toThrow(/no text/)
  })

  test('is asked for once in a quarter of an hour', async () => {
    const clock = new ManualClock(1_000_000)
    const web = webOf({ clock })
    const server = await serve(sending('text/plain', 'x'))
    const ageOf = async () => {
      const page = await web.fetch(`${server.origin}/a`, never)
      return page.kind === 'page' ? page.ageMs : 'moved'
    }
    expect(await ageOf()).toBeNull()
    await clock.advance(14 * 60_000)
    expect(await ageOf()).toBe(14 * 60_000)
    await clock.advance(60_000)
    expect(await ageOf()).toBeNull()
    expect(server.asked).toHaveLength(2)
  })
})

describe('a redirect', () => {
  const to =
    (location: string, status = 302): RequestListener =>
    (request, response) => {
      if (request.url === '/a') response.writeHead(status, { location }).end()
      else response.setHeader('content-type', 'text/plain').end(`at ${request.url}`)
    }

  test('within the host is followed', async () => {
    for (const status of [301, 302, 303, 307, 308]) expect((await fetched(to('/b?c', status))).text).toBe('at /b?c')
    expect((await fetched(to('d%C3%A9'))).text).toBe('at /d%C3%A9')
  })

  test.each([
    'http://localhost:1/b',
    'https://example.com/',
    'http://169.254.169.254/latest/meta-data',
    '//evil.example/',
    'file:///etc/passwd',
    'http://user@127.0.0.1/',
    'http://127.0.0.1:1/',
    'javascript:alert(1)',
    'http://0x7f.1/',
  ])('to %s is handed back and nothing is asked there', async (location) => {
    const server = await serve(to(location))
    const moved = await webOf().fetch(`${server.origin}/a`, never)
    expect(moved).toMatchObject({ kind: 'moved', status: 302 })
    expect(server.asked).toHaveLength(1)
  })

  test('that goes round and round ends', async () => {
    const server = await serve((request, response) => {
      response.writeHead(302, { location: `/a${request.url}` }).end()
    })
    await expect(webOf().fetch(`${server.origin}/a`, never)).rejects.toThrow(/more than 5 times/)
    expect(server.asked).toHaveLength(6)
  })

  test('without a place to go is a page', async () => {
    expect(await fetched((_, response) => void response.writeHead(302).end())).toMatchObject({ status: 302, text: '' })
  })
})

describe('a server that misbehaves', () => {
  const drip = (response: ServerResponse, piece: Buffer) => {
    const timer = setInterval(() => response.write(piece), 5)
    response.on('close', () => clearInterval(timer))
  }

  test('and never ends its page is read as far as anybody wants', async () => {
    const page = await fetched(
      (_, response) => {
        response.setHeader('content-type', 'text/plain')
        drip(response, Buffer.alloc(50_000, 'a'))
      },
      limited({ bytes: 100_001 }),
    )
    expect(page.text).toHaveLength(100_001)
    expect(page.notes).toEqual(['reading stopped after 100,001 bytes; there is more'])
  })

  test('and sends a page that unpacks to a thousandfold costs no more', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    const text = gzipSync(Buffer.alloc(50_000_000, 'a'))
    const packed = (body: Buffer) => sending('text/plain', body, { 'content-encoding': 'gzip' })
    expect((await fetched(packed(text), limited({ bytes: 1000 }))).text).toHaveLength(1000)
    await expect(fetched(packed(bomb), limited({ bytes: 1000 }))).rejects.toThrow(/no text/)
  })

  test('and drips is left when the time is up, before its first byte and after it', async () => {
    await expect(fetched(() => {}, limited({ ms: 50 }))).rejects.toThrow(/within 0\.05 seconds/)
    const slow: RequestListener = (_, response) => drip(response.writeHead(200), Buffer.from('a'))
    await expect(fetched(slow, limited({ ms: 80 }))).rejects.toThrow(/did not deliver/)
  })

  test('and hangs up is told as such', async () => {
    await expect(fetched((request) => void request.socket.destroy())).rejects.toThrow(/broke the connection off/)
    const half: RequestListener = (request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('begun')
      setImmediate(() => request.socket.destroy())
    }
    await expect(fetched(half)).rejects.toThrow(/broke the connection off/)
  })

  test('and says nonsense is told as such', async () => {
    await expect(fetched((request) => void request.socket.end('nonsense\r\n\r\n'))).rejects.toThrow(/rules of HTTP/)
    const shout: RequestListener = (request) =>
      void request.socket.end(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`)
    await expect(fetched(shout)).rejects.toThrow(/more headers/)
    const twice: RequestListener = (request) =>
      void request.socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 5\r\n\r\nabcde')
    await expect(fetched(twice)).rejects.toThrow(/rules of HTTP/)
  })

  test('and calls its page by a book costs one line', async () => {
    const page = await fetched(sending('text/html', `<title>${'word '.repeat(20_000)}</title><p>x`))
    expect(page.title.length).toBeLessThanOrEqual(300)
    expect(page.text).toBe('x')
  })

  test('and nests its page without end costs the page, not the host', async () => {
    const deep = '<div>'.repeat(200_000)
    await expect(fetched(sending('text/html', deep), limited({ convertMs: 300 }))).rejects.toThrow(
      /could not be turned into text/,
    )
  })

  test('that is not there is told as such, with a word about a proxy where one is named', async () => {
    const { origin, close } = await startPageServer(() => {})
    await close()
    await expect(webOf().fetch(origin, never)).rejects.toThrow(/refused the connection \(ECONNREFUSED\)\.$/)
    const proxied = webOf({ env: { HTTPS_PROXY: 'http://proxy.corp.example' } })
    await expect(proxied.fetch(origin, never)).rejects.toThrow(/not through HTTPS_PROXY/)
  })
})

describe('where it may go', () => {
  test('this machine is closed unless it is listed', async () => {
    const server = await serve(sending('text/plain', 'secret'))
    await expect(webOf({ privateHosts: () => [] }).fetch(server.origin, never)).rejects.toThrow(/this machine itself/)
    expect(server.asked).toHaveLength(0)
  })

  test('a name is resolved once: what it leads to later is not connected to', async () => {
    const server = await serve(sending('text/plain', 'reached'))
    let asked = 0
    const lookup = async () => [{ address: asked++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
    const web = webOf({ lookup, privateHosts: () => ['dev.example'] })
    const page = await web.fetch(`http://dev.example:${server.port}/a`, never)
    expect(page).toMatchObject({ kind: 'page', text: 'reached' })
    expect(asked).toBe(1)
    expect(server.asked[0]?.headers.host).toBe(`dev.example:${server.port}`)
  })

  test('a redirect within the host is judged again', async () => {
    const server = await serve((_, response) => void response.writeHead(302, { location: '/b' }).end())
    let asked = 0
    const lookup = async () => [{ address: asked++ === 0 ? '127.0.0.1' : '169.254.169.254', family: 4 }]
    const web = webOf({ lookup, privateHosts: () => ['dev.example'] })
    await expect(web.fetch(`http://dev.example:${server.port}/a`, never)).rejects.toThrow(/169\.254\.169\.254/)
    expect(server.asked).toHaveLength(1)
  })

  test('a call that is stopped ends at once with its reason', async () => {
    const server = await serve(() => {})
    const stop = new AbortController()
    const call = webOf().fetch(server.origin, stop.signal)
    await expect.poll(() => server.asked.length).toBe(1)
    stop.abort(new Error('stopped by the person'))
    await expect(call).rejects.toThrow('stopped by the person')
  })
})
