const NAMED = 5

/** The first few of a list of names, and how many more there are. */
export function namesOf(names: readonly string[]): string {
  const rest = names.length - NAMED
  return names.slice(0, NAMED).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}
