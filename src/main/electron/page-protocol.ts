// Owns the private scheme the page loads from: no file:// origin, no network, every answer under the page's policy.
import { protocol, type Session } from 'electron'
import { readPageFile } from '../transport/page-files'
import { PAGE_ORIGIN, PAGE_SCHEME } from './page-origin'

/** Must run before the app is ready: a scheme's privileges are fixed then. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: PAGE_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/** Answers the page's requests from the built files in `folder`; everything else is 404. */
export function servePage(session: Session, folder: string): void {
  session.protocol.handle(PAGE_SCHEME, async (request) => {
    const url = new URL(request.url)
    const ours = `${url.protocol}//${url.host}` === PAGE_ORIGIN && request.method === 'GET'
    const file = ours ? await readPageFile(folder, url.pathname) : null
    if (!file) return new Response('not found', { status: 404, headers: { 'content-type': 'text/plain' } })
    return new Response(new Uint8Array(file.body), { headers: file.headers })
  })
}
