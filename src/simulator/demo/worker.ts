// The demo model as a fork (or another child): does what the directive says and ends with the report it owes.
import { changedFiles, conclusion, type Plan, type PlannedCall, type Seen } from './plan'
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
  const { commitMessage } = plan
  if (commitMessage === undefined || !mayCommit(block)) return plan
  const commit = (seen: Seen): PlannedCall[] => {
    const files = changedFiles(plan, seen).map(shellWord)
    if (files.length === 0) return []
    return [
      { name: 'bash', input: { command: `git add ${files.join(' ')} && git commit -m ${shellWord(commitMessage)}` } },
    ]
  }
  return { ...plan, steps: [...plan.steps, { say: 'Committing what I changed.', calls: commit }] }
}

/** The report a worker ends with. */
export function workerReport(plan: Plan, seen: Seen): string {
  const commit = seen.last('bash', ({ command }) => String(command).includes('git commit'))
  const hash = commit === undefined || commit.isError ? null : commitHash(commit.result ?? '')
  const changed = changedFiles(plan, seen)
  const issues = seen.failed
    .filter((each) => each.name !== 'bash' || each === commit)
    .map((each) => `${each.name}: ${firstLine(each.result ?? '')}`)
  const files = changed.map((path) => `\`${path}\``).join(', ')
  return [
    `**Scope:** ${plan.scope}`,
    `**Result:** ${conclusion(plan, seen)}`,
    `**Key files:** ${(plan.keyFiles ?? []).map((path) => `\`${path}\``).join(', ') || 'none'}`,
    `**Files changed:** ${files === '' ? 'none' : `${files} (${hash === null ? 'not committed' : `commit ${hash}`})`}`,
    `**Issues:** ${issues.length === 0 ? 'none' : issues.join('; ')}`,
  ].join('\n\n')
}

/** A directive the demo model has no plan for: it looks at the project and says so. */
export function lookAround(words: string): Plan {
  return {
    scope: words.split('\n')[0] ?? words,
    keyFiles: ['README.md'],
    steps: [{ say: 'Looking at the project first.', calls: [{ name: 'read', input: { file_path: 'README.md' } }] }],
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
