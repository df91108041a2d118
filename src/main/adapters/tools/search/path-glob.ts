// Which paths a glob means. Ours and not ripgrep's own: there a glob also brings back what git ignores.
import { compileGlob, type GlobToken, globMatches } from '../../../../core/permission/glob'
import { ToolRefusal } from '../tool-refusal'

/** More alternatives than any sensible pattern has. */
const MAX_ALTERNATIVES = 256
/** A name pattern ripgrep certainly reads as we do. */
const SIMPLE_NAME = /^[\w.*? -]+$/

type Segment = 'deep' | GlobToken[]

export interface PathGlob {
  /** Whether a path, relative to the searched folder and with slashes, is meant. */
  matches(path: string): boolean
  /** Patterns for the last part of every path that matches; null when they could be anything. A first sieve. */
  names: string[] | null
}

/**
 * Reads a glob: `*`, `?`, `[…]` within a part of a path, `**` for any number of parts, `{a,b}` for alternatives. Without a
 * slash it means the last part of a path at any depth.
 *
 * Throws a `ToolRefusal` for one that leads out of the folder or cannot be read.
 */
export function readPathGlob(glob: string): PathGlob {
  requireRelative(glob)
  const alternatives = expandBraces(glob).map((each) => each.replace(/^(\.\/)+/, '').replace(/\/$/, '/**'))
  const compiled = alternatives.map((each) => compileSegments(each))
  return {
    matches: (path) => {
      const parts = path.split('/')
      return compiled.some((segments) => segmentsMatch(segments, parts))
    },
    names: lastParts(alternatives),
  }
}

function requireRelative(glob: string): void {
  if (glob.startsWith('!'))
    throw new ToolRefusal(`The pattern ${glob} excludes; give one that says which files you want.`)
  if (/^([\\/~]|[A-Za-z]:)/.test(glob) || /(^|[\\/{,])\.\.([\\/},]|$)/.test(glob)) {
    throw new ToolRefusal(
      `The pattern ${glob} leads out of the searched folder. Give the folder as path, and a pattern relative to it.`,
    )
  }
}

function compileSegments(pattern: string): Segment[] {
  const segments = pattern.split('/').map((part): Segment => (part === '**' ? 'deep' : compileGlob(part)))
  return pattern.includes('/') ? segments : ['deep', ...segments]
}

/** Only the last `**` needs to give back, as with `*` within a part. */
function segmentsMatch(segments: readonly Segment[], parts: readonly string[]): boolean {
  let [at, segment, deep, deepAt] = [0, 0, -1, 0]
  while (at < parts.length) {
    const current = segments[segment]
    if (current === 'deep') {
      deep = segment++
      deepAt = at
    } else if (current !== undefined && globMatches(current, parts[at] ?? '')) {
      segment++
      at++
    } else if (deep >= 0) {
      segment = deep + 1
      at = ++deepAt
    } else return false
  }
  while (segments[segment] === 'deep') segment++
  return segment === segments.length
}

/** `a{b,c}d` → `abd`, `acd`; groups may be nested. */
function expandBraces(pattern: string): string[] {
  const done: string[] = []
  const open = [pattern]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const group = innermostGroup(next)
    if (group === null) done.push(next)
    else open.push(...group.options.map((option) => group.before + option + group.after).reverse())
    if (done.length + open.length > MAX_ALTERNATIVES)
      throw new ToolRefusal(`The pattern ${pattern} has too many alternatives.`)
  }
  return done
}

function innermostGroup(pattern: string): { before: string; options: string[]; after: string } | null {
  const close = pattern.indexOf('}')
  const start = pattern.lastIndexOf('{', close < 0 ? undefined : close)
  if (close < 0 && start < 0) return null
  if (close < 0 || start < 0) throw new ToolRefusal(`The pattern ${pattern} has a brace without its partner.`)
  const options = pattern.slice(start + 1, close).split(',')
  return { before: pattern.slice(0, start), options, after: pattern.slice(close + 1) }
}

function lastParts(alternatives: readonly string[]): string[] | null {
  const names = new Set(alternatives.map((each) => each.slice(each.lastIndexOf('/') + 1)))
  return [...names].every((name) => name !== '**' && SIMPLE_NAME.test(name)) ? [...names] : null
}
