// `${NAME}` and `${NAME:-otherwise}` in a server's configuration.

export type Expansion = { text: string } | { problem: string }

/** What the environment says of a name; `refused` for one that no configuration may read. */
export type Variables = (name: string) => string | undefined | { refused: string }

const REFERENCE = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g

/** Puts values in place of references. What stands after `:-` counts where the variable is not set or empty. */
export function expandVariables(text: string, variables: Variables): Expansion {
  let problem: string | null = null
  const expanded = text.replace(REFERENCE, (_, name: string, otherwise: string | undefined) => {
    const value = variables(name)
    if (typeof value === 'object') problem ??= value.refused
    else if (value !== undefined && (value !== '' || otherwise === undefined)) return value
    else if (otherwise === undefined) problem ??= `the variable ${name} is not set`
    return otherwise ?? ''
  })
  return problem === null ? { text: expanded } : { problem }
}

/** The names a text refers to, each once. */
export function namedVariables(text: string): string[] {
  return [...new Set([...text.matchAll(REFERENCE)].map(([, name = '']) => name))]
}
