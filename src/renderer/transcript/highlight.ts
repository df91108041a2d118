// Colours for code, computed by a worker and remembered; the page itself never waits for them.

export type CodeTone = 'key' | 'str' | 'num' | 'com' | 'fn'
/** A piece of text and its colour; null is the colour of text. */
export type CodeToken = readonly [text: string, tone: CodeTone | null]

export interface HighlightRequest {
  id: number
  language: string
  text: string
}
export interface HighlightAnswer {
  id: number
  tokens: readonly CodeToken[]
}

/** Above this, code stays plain: nobody reads colours in a megabyte, and the tokens would cost more than the text. */
const MAX_CHARS = 60_000
const MAX_REMEMBERED = 200

const remembered = new Map<string, readonly CodeToken[]>()
const waiting = new Map<number, { key: string; done: (tokens: readonly CodeToken[]) => void }>()
let worker: Worker | undefined
let lastId = 0

/** The colours of a text when they are known already, so that a row that scrolls back into view does not flicker. */
export function knownHighlight(language: string, text: string): readonly CodeToken[] | null {
  return remembered.get(`${language} ${text}`) ?? null
}

/** Asks for the colours of a text; `done` is called once, later, and never for what is too long. */
export function highlight(language: string, text: string, done: (tokens: readonly CodeToken[]) => void) {
  if (text.length > MAX_CHARS) return
  worker ??= startWorker()
  lastId += 1
  waiting.set(lastId, { key: `${language} ${text}`, done })
  const request: HighlightRequest = { id: lastId, language, text }
  worker.postMessage(request)
}

function startWorker(): Worker {
  const started = new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<HighlightAnswer>) => {
    const asked = waiting.get(data.id)
    if (!asked) return
    waiting.delete(data.id)
    remember(asked.key, data.tokens)
    asked.done(data.tokens)
  })
  return started
}

function remember(key: string, tokens: readonly CodeToken[]) {
  remembered.set(key, tokens)
  const oldest = remembered.keys().next()
  if (remembered.size > MAX_REMEMBERED && !oldest.done) remembered.delete(oldest.value)
}
