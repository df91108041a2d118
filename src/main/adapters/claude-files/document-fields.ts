// Fields that agents, commands and skills have in common.

/** What documents are called; a colon stands between a folder and what lies in it. */
export const NAME = /^[a-zA-Z0-9][\w.:-]{0,99}$/

/** Short names of models that such files use. */
const ALIASES: Readonly<Record<string, string | null>> = {
  inherit: null,
  opus: 'claude-opus-5-5',
  sonnet: 'claude-sonnet-5-5',
  haiku: 'claude-haiku-5-5',
}

/** The model a file names; null: whatever is in use where it is run. */
export function modelOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.trim() === '') return null
  const name = value.trim()
  return Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? null) : name
}

/** The line a field of the head stands in, counted from 1; null where it is not. */
export function lineOfField(text: string, field: string): number | null {
  const index = text.split(/\r?\n/).findIndex((line) => line.startsWith(`${field}:`))
  return index < 0 ? null : index + 1
}

/** What of a head does not count here, as remarks: nobody should believe that it does. */
export function unusedFields(
  fields: Record<string, unknown>,
  used: readonly string[],
  harmless: readonly string[],
): string[] {
  return Object.keys(fields)
    .filter((name) => !used.includes(name) && !harmless.includes(name))
    .map((name) => `“${name.slice(0, 60)}” does not count here.`)
}
