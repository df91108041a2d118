// The demo model as a fork (or another child): does what the directive says and ends with the report it owes.
import type { Plan, Seen } from './plan'
import { planFor } from './requests'
import { commitHash, firstLine, quoted } from './results'

/** The directive proper, without the heading and the notices the app puts around it. */
export function directiveWords(block: string): string {
  const withoutHeading = block.replace(/^Directive\b[^\n]*:\n/, '')
  const notice = withoutHeading.search(/\n\n(?:You work in|Scope:)/)
  return (notice < 0 ? withoutHeading : withoutHeading.slice(0, notice)).trim()
}

/** The plan of a worker: the task, then the commit where it is wanted. */
export function workerPlan(block: string): Plan {
  const words = directiveWords(block)
  const plan = planFor(words) ?? lookAround(words)
  const changes = plan.changes ?? []
  if (changes.length === 0 || plan.commitMessage === undefined || !mayCommit(block)) return plan
  const command = `git add ${changes.map(shellWord).join(' ')} && git commit -m ${shellWord(plan.commitMessage)}`
  const commit = { name: 'bash', input: { command } }
  return { ...plan, steps: [...plan.steps, { say: 'Committing what I changed.', calls: [commit] }] }
}

/** The report a worker ends with. */
export function workerReport(plan: Plan, seen: Seen): string {
  const commit = seen.last('bash', ({ command }) => String(command).includes('git commit'))
  const hash = commit === undefined || commit.isError ? null : commitHash(commit.result ?? '')
  const changed = (plan.changes ?? []).filter((path) =>
    seen.all.some(
      (each) =>
        !each.isError && each.result !== null && ['edit', 'write'].includes(each.name) && each.input.path === path,
    ),
  )
  const issues = seen.failed
    .filter((each) => each.name !== 'bash' || each === commit)
    .map((each) => `${each.name}: ${firstLine(each.result ?? '')}`)
  const files = changed.map((path) => `\`${path}\``).join(', ')
  return [
    `**Scope:** ${plan.scope}`,
    `**Result:** ${plan.conclude(seen)}`,
    `**Key files:** ${(plan.keyFiles ?? []).map((path) => `\`${path}\``).join(', ') || 'none'}`,
    `**Files changed:** ${files === '' ? 'none' : `${files} (${hash === null ? 'not committed' : `commit ${hash}`})`}`,
    `**Issues:** ${issues.length === 0 ? 'none' : issues.join('; ')}`,
  ].join('\n\n')
}

/** A directive the demo model has no plan for: it looks at the project and says so. */
function lookAround(words: string): Plan {
  return {
    scope: words.split('\n')[0] ?? words,
    keyFiles: ['README.md'],
    steps: [{ say: 'Looking at the project first.', calls: [{ name: 'read', input: { path: 'README.md' } }] }],
    conclude: (seen) => {
      const readme = seen.last('read')
      const head = readme === undefined || readme.isError ? '' : `\n\n${quoted(readme.result ?? '', 5)}`
      return `I am the scripted demo model, so I only looked at the README instead of doing this.${head}`
    },
  }
}

function mayCommit(block: string): boolean {
  return !/\bdo not commit\b/i.test(block) && !/\bmay only read\b/i.test(block)
}

function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
