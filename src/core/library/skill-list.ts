// The skills a model is told of: by name and description, within a budget, and the same text for the same skills.

export interface SkillOffer {
  name: string
  description: string
  argumentHint: string | null
}

/** What the list may add to every request of a session, in characters. */
export const SKILL_LIST_CHARS = 15_000

/** What is left of a description where there is no room for all of them: enough to tell skills apart. */
const SHORT_CHARS = 120

/**
 * The list as it stands in the tool's description, one skill a line, by name. Where the budget does not hold all of it, descriptions
 * are cut, then left out; skills that find no room at all are counted, since each can still be called by its name.
 */
export function skillList(skills: readonly SkillOffer[], budget = SKILL_LIST_CHARS): string {
  const sorted = [...skills].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  for (const line of [wholeLine, shortLine, nameLine]) {
    const text = sorted.map(line).join('\n')
    if (text.length <= budget) return text
  }
  return namesWithin(sorted, budget)
}

function namesWithin(sorted: readonly SkillOffer[], budget: number): string {
  const lines: string[] = []
  let used = 0
  for (const skill of sorted) {
    const line = nameLine(skill)
    if (used + line.length + 1 > budget) break
    lines.push(line)
    used += line.length + 1
  }
  return [...lines, `- and ${sorted.length - lines.length} more, which the person can name`].join('\n')
}

function wholeLine({ name, description, argumentHint }: SkillOffer): string {
  const hint = argumentHint === null ? '' : ` (args: ${argumentHint})`
  return description === '' ? `- ${name}${hint}` : `- ${name}: ${description}${hint}`
}

function shortLine({ name, description }: SkillOffer): string {
  const words = [...description]
  return words.length <= SHORT_CHARS
    ? wholeLine({ name, description, argumentHint: null })
    : `- ${name}: ${words.slice(0, SHORT_CHARS).join('')}…`
}

function nameLine({ name }: SkillOffer): string {
  return `- ${name}`
}
