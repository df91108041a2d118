// A tar file as a stream of entries, there and back: names of every kind survive, and nothing is ever taken for a path.
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { Header, Parser, Pax, type ReadEntry } from 'tar'

const BLOCK = 512
const TYPES = { file: 'File', folder: 'Directory', link: 'SymbolicLink' } as const

export interface TarMember {
  name: string
  type: keyof typeof TYPES
  mode: number
  size: number
  /** Milliseconds; what is finer stands in the manifest. */
  mtimeMs: number
  target: string | null
}

/** The header of a member, and before it the extended one where its name or size needs one. */
export function memberHeader(member: TarMember): Buffer {
  const path = escapeName(member.name) + (member.type === 'folder' ? '/' : '')
  const data = {
    path,
    mode: member.mode,
    size: member.size,
    mtime: new Date(member.mtimeMs),
    type: TYPES[member.type],
    ...(member.target === null ? {} : { linkpath: escapeName(member.target) }),
  }
  const block = Buffer.alloc(BLOCK)
  const needsMore = new Header(data).encode(block)
  return needsMore ? Buffer.concat([new Pax(data).encode(), block]) : block
}

/** What fills a member's bytes up to the next block. */
export function memberPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)
}

/** The end of a tar file. */
export function tarEnd(): Buffer {
  return Buffer.alloc(2 * BLOCK)
}

/**
 * Reads a tar file; `each` gets every member in order and has to consume its bytes. A damaged file rejects.
 */
export async function readTar(
  source: Readable,
  each: (member: TarMember, bytes: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const parser = new Parser({ strict: true })
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {}) // heard where it is raced
  let handled = Promise.resolve()
  parser.on('error', (error: Error) => failed.reject(error))
  parser.on('entry', (entry: ReadEntry) => {
    handled = handled.then(async () => {
      await each(memberOf(entry), entry)
      // The next one comes when this one has ended, and it ends when somebody has taken all of it.
      entry.resume()
    })
    handled.catch((error: unknown) => failed.reject(error))
  })
  const ended = once(parser, 'end')
  ended.catch(() => {}) // so is this
  for await (const chunk of source) {
    if (!parser.write(chunk as Buffer)) await Promise.race([once(parser, 'drain'), failed.promise])
  }
  parser.end()
  await Promise.race([ended, failed.promise])
  await Promise.race([handled, failed.promise])
}

function memberOf(entry: ReadEntry): TarMember {
  const type = entry.type === 'Directory' ? 'folder' : entry.type === 'SymbolicLink' ? 'link' : 'file'
  return {
    name: unescapeName(type === 'folder' ? entry.path.replace(/\/$/, '') : entry.path),
    type,
    mode: (entry.mode ?? 0) & 0o7777,
    size: entry.size,
    mtimeMs: entry.mtime?.getTime() ?? 0,
    target: entry.linkpath === undefined || type !== 'link' ? null : unescapeName(entry.linkpath),
  }
}

/** Extended headers are lines of text: a name with a line break would end its own. */
function escapeName(name: string): string {
  return name.replace(/[%\p{Cc}]/gu, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

function unescapeName(name: string): string {
  return name.replace(/%([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
