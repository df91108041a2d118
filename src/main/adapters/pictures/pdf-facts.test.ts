import { Buffer } from 'node:buffer'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { aPdf } from '../../../testing/pictures'
import { pdfFacts } from './pdf-facts'
import { prepareDocument } from './prepare-document'

test('pages are counted, also where they are packed, and where no root counts them', async () => {
  expect(await pdfFacts(aPdf(7))).toEqual({ complete: true, encrypted: false, pages: 7 })
  expect(await pdfFacts(aPdf(31, { packed: true }))).toMatchObject({ pages: 31 })
  expect(await pdfFacts(aPdf(2, { tail: '\n\n' }))).toMatchObject({ complete: true })
  const rootless = Buffer.from('%PDF-1.4\n<</Type/Page>> <</Type /Page/Parent 1 0 R>>\nstartxref\n0\n%%EOF')
  expect(await pdfFacts(rootless)).toMatchObject({ pages: 2 })
  const unknown = Buffer.from('%PDF-1.4\nstartxref\n0\n%%EOF')
  expect(await pdfFacts(unknown)).toMatchObject({ pages: null })
})

test('a part that unpacks to more than any honest one is left unread', async () => {
  const bomb = deflateSync(Buffer.alloc(64 * 1024 * 1024))
  const file = Buffer.concat([
    Buffer.from('%PDF-1.5\n1 0 obj\n<< /Type /ObjStm >>\nstream\n'),
    bomb,
    Buffer.from('\nendstream\nendobj\nstartxref\n0\n%%EOF'),
  ])
  expect(await pdfFacts(file)).toMatchObject({ complete: true, pages: null })
})

test.each(['/Type/Pages ', '/Type/ObjStm ', '/Type/ObjStm stream\n', '/Type /Pages /Count 1 obj '])(
  'a hostile file full of %j makes nobody wait',
  async (words) => {
    const file = Buffer.from(`%PDF-1.5\n${words.repeat(Math.floor(15_000_000 / words.length))}`)
    await pdfFacts(file)
  },
)

test('what cannot be sent is refused by name: cut off, locked, too long, too large', async () => {
  const failing = async (bytes: Buffer) => {
    const failed = await prepareDocument('plan.pdf', bytes).catch((error: unknown) => error)
    return failed instanceof Error ? failed.message : 'taken'
  }
  expect(await failing(aPdf(3).subarray(0, -30))).toContain('plan.pdf begins like a PDF but is damaged or incomplete')
  expect(await failing(aPdf(3, { encrypted: true }))).toContain('with a password')
  expect(await failing(aPdf(601))).toContain('601 pages; at most 600')
  expect(await failing(Buffer.concat([aPdf(1), Buffer.alloc(16_000_000)]))).toContain('at most 16 MB')
})
