// The ecosystem's settings files, read as what they are: somebody's JSON, possibly broken, never fatal.

export interface Mistake {
  line: number | null
  reason: string
}

export interface SettingsFile {
  permissions: {
    allow: string[]
    ask: string[]
    deny: string[]
    additionalDirectories: string[]
    /** The mode new sessions begin with, as written. */
    defaultMode: string | null
  }
  hooks: Record<string, unknown>
  disableAllHooks: boolean
  env: Record<string, unknown>
  apiKeyHelper: string | null
  statusLine: unknown
}

export type ReadSettings = { ok: true; settings: SettingsFile; mistakes: Mistake[] } | ({ ok: false } & Mistake)

/** Parses a settings file. One that is no JSON says where; a part that is not what it should be is left out and listed. */
export function parseSettingsFile(text: string): ReadSettings {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { ok: false, line: lineOf(text, error.message), reason: 'is not JSON' }
  }
  if (!isObject(value)) return { ok: false, line: 1, reason: 'is not a JSON object' }
  const mistakes: Mistake[] = []
  const part = (key: string): Record<string, unknown> => {
    const found = isObject(value) ? value[key] : undefined
    if (found === undefined || isObject(found)) return isObject(found) ? found : {}
    mistakes.push({ line: lineWith(text, key), reason: `“${key}” is not an object` })
    return {}
  }
  const permissions = part('permissions')
  const list = (key: string) => readTexts(permissions[key], key, text, mistakes)
  return {
    ok: true,
    settings: {
      permissions: {
        allow: list('allow'),
        ask: list('ask'),
        deny: list('deny'),
        additionalDirectories: list('additionalDirectories'),
        defaultMode: typeof permissions.defaultMode === 'string' ? permissions.defaultMode : null,
      },
      hooks: part('hooks'),
      disableAllHooks: value.disableAllHooks === true,
      env: part('env'),
      apiKeyHelper: typeof value.apiKeyHelper === 'string' ? value.apiKeyHelper : null,
      statusLine: value.statusLine,
    },
    mistakes,
  }
}

/** The texts of a list; one that is none does not take the others with it. */
function readTexts(value: unknown, key: string, text: string, mistakes: Mistake[]): string[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) {
    mistakes.push({ line: lineWith(text, key), reason: `“${key}” is not a list` })
    return []
  }
  const texts = value.filter((each): each is string => typeof each === 'string')
  if (texts.length < value.length) {
    mistakes.push({ line: lineWith(text, key), reason: `“${key}” holds something that is not a text` })
  }
  return texts
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** V8 says the position of the mistake in its message; where nothing follows it, the text ended too early. */
function lineOf(text: string, message: string): number {
  const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.length)
  const before = text.slice(position).trim() === '' ? text.trimEnd() : text.slice(0, position)
  return before.split('\n').length
}

/**
 * The line of a settings file a text stands on, for naming a rule's place.
 *
 * @param list the key of the list it is looked for in: the same rule may stand in two
 * @returns null where it cannot be found (it may be written with escapes)
 */
export function lineWith(text: string, value: string, list?: string): number | null {
  const from = list === undefined ? 0 : Math.max(0, text.indexOf(JSON.stringify(list)))
  const index = text.indexOf(JSON.stringify(value), from)
  return index < 0 ? null : text.slice(0, index).split('\n').length
}
