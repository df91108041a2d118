// Owns what a tine:// address may do: show a session, and nothing else.
import { sessionId } from '../../shared/domain/ids'

/**
 * Turns `tine://session/<id>` into the fragment the page shows it by. The id is checked by its form only; the page says when there is
 * no such session.
 *
 * @returns null for every other address: a link never starts, sends, allows or opens a folder
 */
export function fragmentOfLink(link: string): string | null {
  if (!URL.canParse(link)) return null
  const url = new URL(link)
  if (url.protocol !== 'tine:' || url.host !== 'session' || url.search !== '' || url.hash !== '') return null
  const id = sessionId.safeParse(url.pathname.slice(1))
  return id.success ? `/session/${id.data}` : null
}
