// A fork's command that names the checkout the fork was made from. Inherited paths are all over its history, so this is mostly a
// slip; the command is asked about. It is a courtesy: what a command really changed there is found out after it ran.
import { gitWords } from './git-words'
import { below, segmentsOf } from './path-text'
import type { PermissionCall } from './permission-call'
import { eachCommand, programOf, type ShellAnalysis } from './shell-analysis'

/** Variables that aim git at another repository than its folder's. */
const AIMING = /^GIT_(?:DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY)$/
const AIMING_FLAGS = new Set(['-C', '--git-dir', '--work-tree'])

/**
 * Why the command of an isolated thread is asked about although rules may allow it; null when nothing of it is known to lead
 * into the parent's checkout.
 */
export function findForkedCheckout(call: PermissionCall): string | null {
  const { checkout, shell } = call
  if (!checkout || !shell) return null
  const named = namedThere(call, checkout) ?? (mentions(shell.source, checkout) ? checkout.from : null)
  if (named !== null) {
    return `It names ${named}, in the checkout this fork was made from; the fork works in ${checkout.to} and must leave that one alone.`
  }
  const aimed = aimedAtUnknown(shell)
  if (aimed === null) return null
  return `It aims git at another repository (${aimed}), which may be the checkout this fork was made from.`
}

type Checkout = NonNullable<PermissionCall['checkout']>

/** Real paths, so also what a link or a way up leads to. */
function namedThere({ paths }: PermissionCall, { from, to }: Checkout): string | null {
  const [there, own] = [segmentsOf(from), segmentsOf(to)]
  const found = paths.find(({ real }) => {
    const segments = segmentsOf(real)
    return below(there, segments) !== null && below(own, segments) === null
  })
  return found?.given ?? null
}

/** In words nobody takes for paths: a script, an option, a message. */
function mentions(source: string, { from, to }: Checkout): boolean {
  for (let at = source.indexOf(from); at >= 0; at = source.indexOf(from, at + 1)) {
    const isOwn = to.startsWith(from) && source.startsWith(to, at)
    if (!isOwn && !/[\w.-]/.test(source.charAt(at + from.length))) return true
  }
  return false
}

/** Git aimed at a place that is only known when it runs. A place that is known was looked at as a path. */
function aimedAtUnknown(shell: ShellAnalysis): string | null {
  const commands = [...eachCommand(shell.commands)]
  for (const { name, value } of [...shell.assignments, ...commands.flatMap((command) => command.assignments)]) {
    if (AIMING.test(name) && value.kind !== 'literal') return `${name}=${value.text}`
  }
  for (const command of commands) {
    const git = gitWords(command, programOf(command))
    if (!git?.unclear) continue
    const flag = command.argv.find((word) => AIMING_FLAGS.has(word.text.split('=')[0] ?? ''))
    if (flag) return flag.text
  }
  return null
}
