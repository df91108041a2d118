// Clean and smudge filters are commands in configuration: for a project nobody trusts they are switched off by name.
import { FailureError } from '../../../shared/contract/failure'
import { splitNul } from './nul-list'
import { type GitCall, runGit } from './run-git'

/** The names of the filter drivers that any configuration file git reads here defines. */
export async function filterDrivers(at: Pick<GitCall, 'cwd' | 'env' | 'signal'>): Promise<string[]> {
  const { stdout } = await runGit({
    ...at,
    args: ['config', '--null', '--name-only', '--get-regexp', '^filter\\.'],
    answers: [1],
  })
  const names = new Set<string>()
  for (const key of splitNul(stdout)) {
    const text = decode(key)
    const name = text.slice('filter.'.length, text.lastIndexOf('.'))
    if (name !== '') names.add(name)
  }
  return [...names].sort()
}

/**
 * Environment that makes git treat these filters as absent. Passed as numbered variables, not as `-c`, because a name may
 * hold an equals sign.
 */
export function withoutFilters(names: readonly string[]): Record<string, string> {
  const settings = names.flatMap((name): [string, string][] => [
    [`filter.${name}.process`, ''],
    [`filter.${name}.clean`, ''],
    [`filter.${name}.smudge`, ''],
    [`filter.${name}.required`, 'false'],
  ])
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
