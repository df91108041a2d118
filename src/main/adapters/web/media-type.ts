// What kind of thing an answer is: a page, text, or something that is not text.

export interface MediaType {
  /** `text/html`, lower case; empty where the server says nothing, or something else. */
  name: string
  charset: string | null
}

export type Kind = 'html' | 'text' | 'image' | 'pdf' | 'binary' | 'unknown'

const NAME = /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/

/** Reads a `content-type` header. */
export function readMediaType(header: string | undefined): MediaType {
  const [name = '', ...parameters] = (header ?? '').split(';')
  const charset = parameters.map((each) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(each)?.[1]).find(Boolean)
  const said = name.trim().toLowerCase()
  return { name: NAME.test(said) ? said : '', charset: charset ?? null }
}

/** Text that is not called text. */
const TEXT =
  /^(?:text\/.+|application\/(?:.+\+)?(?:json|xml|yaml|toml)|application\/(?:x-)?(?:javascript|ecmascript|typescript|sh|ndjson|jsonlines|json5|sql|graphql|yaml|toml|www-form-urlencoded|tex|httpd-php|perl|python|ruby)|application\/(?:json-seq|rtf|mbox)|image\/svg\+xml|message\/.+)$/

export function kindOf({ name }: MediaType): Kind {
  if (name === 'text/html' || name === 'application/xhtml+xml') return 'html'
  if (name === '' || name === 'application/octet-stream') return 'unknown'
  if (TEXT.test(name)) return 'text'
  if (name.startsWith('image/')) return 'image'
  return name === 'application/pdf' ? 'pdf' : 'binary'
}

/** By its first bytes, where the server does not say what it is. */
export function sniffKind(bytes: Buffer): Exclude<Kind, 'unknown'> {
  const head = bytes.subarray(0, 1024)
  if (looksBinary(head)) return 'binary'
  const begin = head
    .toString('latin1')
    .replace(/^\s+|^\u00ef\u00bb\u00bf/, '')
    .toLowerCase()
  if (begin.startsWith('%pdf-')) return 'pdf'
  return /^(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body)\b/.test(begin) ? 'html' : 'text'
}

/** Whether bytes that are called text are none: NUL is in no text but UTF-16 and UTF-32, which begin with a mark. */
export function looksBinary(bytes: Buffer): boolean {
  const marked = /^(?:fffe|feff)/.test(bytes.toString('hex', 0, 2))
  return !marked && bytes.subarray(0, 8192).includes(0)
}
