import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { CODE_LIFETIME_MS } from '../../transport/one-use-codes'
import { CLOSE } from '../../transport/serve-connection'
import { SOCKET_LIMITS } from '../../transport/websocket-server'
import { protocolDocs } from './protocol-docs'
import { typeNotation } from './type-notation'

const file = join(import.meta.dirname, '../../../../docs/protocol.md')

test('docs/protocol.md says what the schemas say (UPDATE_DOCS=1 writes it anew)', () => {
  const written = protocolDocs({ ...SOCKET_LIMITS, close: CLOSE, codeLifetimeMs: CODE_LIFETIME_MS })
  if (process.env.UPDATE_DOCS) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, written)
  }
  expect(readFileSync(file, 'utf8')).toBe(written)
})

test('a schema is written as a type, with its limits beside', () => {
  const schema = z.strictObject({
    id: z.string().regex(/^x$/),
    n: z.number().int().min(1).default(3),
    kind: z.enum(['a', 'b']).nullable(),
    list: z
      .array(z.enum(['a', 'b']))
      .max(5)
      .optional(),
    texts: z.array(z.string().max(9)),
    text: z.string().nullable(),
    nothing: z.array(z.never()).optional(),
    any: z.unknown(),
    by: z.partialRecord(z.enum(['a']), z.boolean()),
  })
  expect(typeNotation(z.toJSONSchema(schema, { io: 'input' }))).toBe(`{
  id: string // matches ^x$
  n?: number // integer, at least 1, default 3
  kind: 'a' | 'b' | null
  list?: ('a' | 'b')[] // at most 5 entries
  texts: string[] // each at most 9 characters
  text: string | null
  nothing?: never[]
  any: unknown
  by: { [name in 'a']?: boolean }
}`)
})
