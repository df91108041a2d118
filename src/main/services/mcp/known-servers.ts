// Which of the servers that files name count in a project: trusted, switched on, readable, and told apart by their names.
import { serverSlug } from '../../../core/mcp/tool-name'
import type { ConfiguredServer } from '../ports/tool-servers'

export interface KnownServer extends ConfiguredServer {
  /** Its name within the names of its tools. */
  slug: string
  /** active: it may be started. inert: the project is not trusted. */
  standing: 'active' | 'inert' | 'disabled' | 'invalid'
  /** Why it is not active; null when it is. */
  why: string | null
}

/**
 * Judges what the files name. Of one name the first that may be used counts, so that a project nobody trusts does not hide the
 * person's own server.
 */
export function knownServers(configured: readonly ConfiguredServer[], trusted: boolean): KnownServer[] {
  const chosen = new Map<string, ConfiguredServer>()
  const usable = ({ origin }: ConfiguredServer) => origin === 'home' || trusted
  for (const server of configured) {
    const before = chosen.get(server.name)
    if (!before || (!usable(before) && usable(server))) chosen.set(server.name, server)
  }
  const slugs = new Map<string, string>()
  return [...chosen.values()]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((server) => {
      const slug = serverSlug(server.name)
      const known = { ...server, slug, ...standingOf(server, slug, slugs.get(slug), usable(server)) }
      if (known.standing === 'active') slugs.set(slug, server.name)
      return known
    })
}

function standingOf(
  { problem, disabled }: ConfiguredServer,
  slug: string,
  taken: string | undefined,
  usable: boolean,
): Pick<KnownServer, 'standing' | 'why'> {
  if (!usable) return { standing: 'inert', why: 'The project is not trusted with its files as they are now.' }
  if (disabled) return { standing: 'disabled', why: 'A settings file switches it off.' }
  if (problem !== null) return { standing: 'invalid', why: `It cannot be used: ${problem}.` }
  if (slug === '') return { standing: 'invalid', why: 'Its name holds no letter or digit that a tool’s name could.' }
  if (taken !== undefined)
    return {
      standing: 'invalid',
      why: `Its tools would be called like those of “${taken}”: give one of the two another name.`,
    }
  return { standing: 'active', why: null }
}
