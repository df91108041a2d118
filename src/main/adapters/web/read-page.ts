// A fetched page as text for the model: HTML as Markdown, text as it is, everything else refused with a way on.
import type { WebPageFacts } from '../../../shared/domain/web-page-line'
import type { Clock } from '../../services/ports/clock'
import { grouped, wellFormed } from '../tools/text/well-formed'
import { ToolRefusal } from '../tools/tool-refusal'
import { convertPage } from './convert-page'
import { decodeText } from './decode-text'
import type { FetchedPage } from './fetch-page'
import { type Kind, kindOf, looksBinary, sniffKind } from './media-type'

export interface ReadPage extends WebPageFacts {
  title: string
  text: string
  /** What is to be known of how it was read, as half-sentences. */
  notes: string[]
}

export interface PageReading {
  clock: Clock
  convertMs: number
  signal: AbortSignal
}

/** @throws ToolRefusal for what is no text, and for a page that cannot be turned into any */
export async function readPage(fetched: FetchedPage, { clock, convertMs, signal }: PageReading): Promise<ReadPage> {
  const { url, status, bytes, cut, mediaType } = fetched
  const kind = textKind(fetched)
  const decoded = decodeText(bytes, mediaType.charset, kind === 'html')
  const facts = { url: url.href, status, mediaType: mediaType.name || 'no type given', bytes: bytes.length }
  const notes = [
    ...(cut ? [`reading stopped after ${grouped(bytes.length)} bytes; there is more`] : []),
    ...(decoded.note === null ? [] : [decoded.note]),
  ]
  if (kind === 'text') return { ...facts, title: '', text: wellFormed(decoded.text), notes }
  const { title, markdown } = await convertPage({ html: decoded.text, base: url.href }, clock, convertMs, signal)
  return { ...facts, title: wellFormed(title), text: wellFormed(markdown), notes }
}

function textKind({ url, mediaType, bytes, cut }: FetchedPage): 'html' | 'text' {
  const said = kindOf(mediaType)
  const kind: Kind = said === 'unknown' ? sniffKind(bytes) : said
  if ((kind === 'html' || kind === 'text') && !looksBinary(bytes)) return kind
  const size = `${cut ? 'more than ' : ''}${grouped(bytes.length)} bytes`
  const what = kind === 'image' ? 'an image' : kind === 'pdf' ? 'a PDF file' : 'no text'
  const type = mediaType.name === '' ? '' : `${mediaType.name}, `
  const way =
    kind === 'image' || kind === 'pdf'
      ? ' Download it with bash, for example with curl -o, and open the file with read.'
      : ' If you need it, download it with bash.'
  throw new ToolRefusal(`${url.href} is ${what} (${type}${size}), which WebFetch does not return.${way}`)
}
