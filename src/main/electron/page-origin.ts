// Owns the address of the page inside the desktop app.

export const PAGE_SCHEME = 'app'
export const PAGE_ORIGIN = `${PAGE_SCHEME}://tine`
export const PAGE_URL = `${PAGE_ORIGIN}/`

/** Whether an address belongs to our page; only such a document may talk to the host. */
export function isPageUrl(url: string): boolean {
  return url === PAGE_ORIGIN || url.startsWith(PAGE_URL)
}
