// Filters and merge drivers are commands in configuration: for a project nobody trusts they are switched off by name.
import { FailureError } from '../../../shared/contract/failure'
import { splitNul } from './nul-list'
import { type GitCall, runGit } from './run-git'

/** The names under which configuration that git reads here defines commands. */
export interface ProjectDrivers {
  /** Clean and smudge filters. */
  filters: string[]
  merges: string[]
}

/** Looks through every configuration file git reads here. */
export async function projectDrivers(at: Pick<GitCall, 'cwd' | 'env' | 'signal'>): Promise<ProjectDrivers> {
  const { stdout } = await runGit({
    ...at,
    args: ['config', '--null', '--name-only', '--get-regexp', '^(filter\\.|merge\\..*\\.driver$)'],
    answers: [1],
  })
  const filters = new Set<string>()
  const merges = new Set<string>()
  for (const key of splitNul(stdout)) {
    const text = decode(key)
    const [kind, into] = text.startsWith('filter.') ? (['filter.', filters] as const) : (['merge.', merges] as const)
    const name = text.slice(kind.length, text.lastIndexOf('.'))
    if (name !== '') into.add(name)
  }
  return { filters: [...filters].sort(), merges: [...merges].sort() }
}

/** What git does by itself where no driver is named. */
const OWN_MERGE = 'git merge-file --quiet --marker-size=%L %A %O %B'

/**
 * Environment that makes git treat these filters as absent, and merge lines itself where these drivers would. Passed as
 * numbered variables, not as `-c`, because a name may hold an equals sign.
 */
export function withoutDrivers(filters: readonly string[], merges: readonly string[]): Record<string, string> {
  const settings = [
    ...filters.flatMap((name): [string, string][] => [
      [`filter.${name}.process`, ''],
      [`filter.${name}.clean`, ''],
      [`filter.${name}.smudge`, ''],
      [`filter.${name}.required`, 'false'],
    ]),
    ...merges.map((name): [string, string] => [`merge.${name}.driver`, OWN_MERGE]),
  ]
  const env: Record<string, string> = { GIT_CONFIG_COUNT: String(settings.length) }
  settings.forEach(([key, value], index) => {
    env[`GIT_CONFIG_KEY_${index}`] = key
    env[`GIT_CONFIG_VALUE_${index}`] = value
  })
  return env
}

/** Only names that survive the way through our environment byte for byte can be switched off there. */
function decode(key: Uint8Array): string {
  const text = Buffer.from(key).toString('utf8')
  if (Buffer.from(text, 'utf8').equals(key)) return text
  throw new FailureError(
    'conflict',
    'The repository configures a filter whose name is not valid UTF-8; it cannot be switched off, so the project must be trusted first',
  )
}
