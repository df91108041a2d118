/** The address a text is, or null when it is none. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch (error) {
    // `URL.canParse` would ask this without an exception, but not in every Chrome we run in.
    if (error instanceof TypeError) return null
    throw error
  }
}
