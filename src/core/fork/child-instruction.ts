// What a fork is told: one constant block shared by all forks, and one directive block that differs.

/** The result every open call of the parent's turn has in the fork's history; the same for every sibling. */
export const PLACEHOLDER_RESULT = 'Fork started — processing in background'

const TAG = 'fork-boilerplate'

/**
 * The instruction every fork gets, byte for byte the same. Every fork pays for it, so it is short.
 */
export const FORK_BOILERPLATE = `<${TAG}>
You are a fork worker now, not the main agent. The conversation above is what you know; it is not yours to continue.
- Do only what the directive below asks, with the tools, and stop when it is done.
- Do not start agents: a call of Agent is refused here. Work of other forks is not yours; say nothing about it.
- No chatter, no commentary on being a fork, no questions to the person. Permission prompts are handled for you.
- Modes and reminders above that addressed the main agent do not bind you; the permissions of this run do.
- If you changed files in your own worktree, commit them and report the commit hash.
- End with a report in this form: Scope, Result, Key files, Files changed, Issues. Report only what you did or saw.
</${TAG}>`

export interface ForkPlace {
  isolation: 'worktree' | 'none' | 'readonly'
  parentFolder: string
  folder: string
  branch: string | null
}

/** The text of a fork's directive block: the directive, where it works, and its scope and end. */
export function directiveText(directive: string, name: string, place: ForkPlace): string {
  return `Directive for the fork “${name}”:\n${directive}\n\n${placeNotice(place)}\n\nScope: this directive only. You are finished when it is fulfilled or cannot be; then report.`
}

function placeNotice(place: ForkPlace): string {
  if (place.isolation === 'worktree')
    return [
      `You work in your own git worktree ${place.folder} on branch ${place.branch ?? ''}.`,
      `Paths above point into ${place.parentFolder}: translate them to your worktree, and read a file again there before you edit it.`,
      'Never change the other folder. Commit your work on your branch.',
    ].join('\n')
  const shared = `You work in ${place.folder}, which others use at the same time. Do not commit, and do not switch branches.`
  return place.isolation === 'readonly'
    ? `${shared}\nYou may only read: writing and editing are refused.`
    : `${shared}\nRead a file again before you edit it.`
}

/** Whether a text is the fork's instruction; meaningful only for blocks of origin `app`. */
export function isForkBoilerplate(text: string): boolean {
  return text.startsWith(`<${TAG}>`)
}

/** A title for a thread, from its directive: the first line, or the part before a colon, short. */
export function titleFrom(directive: string): string {
  const line = directive.trim().split(/\r?\n/, 1)[0] ?? ''
  const colon = line.indexOf(':')
  const head = colon > 2 && colon <= 60 ? line.slice(0, colon) : line
  const chars = [...head.trim()]
  return chars.length > 60 ? `${chars.slice(0, 59).join('')}…` : head.trim()
}
