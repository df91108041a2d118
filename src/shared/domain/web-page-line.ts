// The first line of what a fetch returns: the model reads it as text, the timeline as facts.

export interface WebPageFacts {
  url: string
  status: number
  mediaType: string
  /** What was read of the body, unpacked. */
  bytes: number
}

/** `https://example.com/docs (200, text/html, 12345 bytes)` */
export function webPageLine({ url, status, mediaType, bytes }: WebPageFacts): string {
  return `${url} (${status}, ${mediaType}, ${bytes} bytes)`
}

/** Reads the facts back from a result that begins with such a line; null from every other one. */
export function readWebPageLine(output: string): WebPageFacts | null {
  const found = /^(https?:\/\/\S+) \((\d{3}), ([^,()\n]*), (\d+) bytes\)(?:\n|$)/.exec(output)
  if (!found) return null
  const [, url = '', status = '', mediaType = '', bytes = ''] = found
  return { url, status: Number(status), mediaType, bytes: Number(bytes) }
}
