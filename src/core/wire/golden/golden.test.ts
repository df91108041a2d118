// Golden requests, compared by bytes. `UPDATE_GOLDEN=1` writes them anew; a diff of these files is a change of what is billed.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inheritAll } from '../../fork/branch-point'
import { resultBlock, textBlock } from '../../fork/plan-fork'
import { firstDifference } from '../first-difference'
import { validateRequest } from '../validate'
import { breakLines, firstDifferenceOf, joinLines } from './break-lines'
import {
  fallbackFork,
  familySnapshot,
  type Line,
  modelFork,
  parentEndsFirstTurn,
  parentGoesOn,
  parentLine,
  parentSpawns,
  personFork,
} from './family'

const SNAPSHOT = familySnapshot()

/** The parent after its first answer, with its first request sent. */
function spawned(): Line {
  const parent = parentLine()
  parent.request(SNAPSHOT)
  return parentSpawns(parent)
}

/** The parent at rest after its first turn. */
function rested(): Line {
  const parent = parentGoesOn(spawned())
  parent.request(SNAPSHOT)
  return parentEndsFirstTurn(parent)
}

/** Siblings of one message, with their first requests. */
function sibling(name: string, directive: string): { line: Line; body: string } {
  const line = modelFork(spawned(), name, directive)
  return { line, body: line.request(SNAPSHOT, { sharedEnd: line.instructionAt }) }
}

function interrupted(): Line {
  const parent = rested().say('t2', textBlock('Fix it.', 'person'))
  parent.request(SNAPSHOT)
  return parent.answer(
    't2',
    { redacted: 'cmVkYWN0ZWQ=' },
    { call: 'toolu_4', name: 'read', input: { file_path: 'src/cache.ts' } },
    { call: 'toolu_5', name: 'bash', input: { command: 'npm test' } },
  )
}

function resumed(): string {
  const { line } = sibling('Query', 'Measure the query.')
  const shared = line.instructionAt
  line.answer(
    'fork-Query',
    { text: 'I measure.' },
    { call: 'toolu_6', name: 'bash', input: { command: 'npm run bench' } },
  )
  line.say(
    'fork-Query',
    resultBlock(
      'toolu_6',
      'Interrupted because the app was closed. It had started and may have taken effect.',
      true,
      'tool',
    ),
    textBlock('<system-reminder>Continue from where you stopped.</system-reminder>', 'app'),
  )
  return line.request(SNAPSHOT, { sharedEnd: shared })
}

function forkOfFork(): string {
  const { line } = sibling('Query', 'Measure the query.')
  line.answer('fork-Query', { text: 'Scope: the query. Result: 40 ms.' })
  return personFork(line, 'fork-Query', 'Deeper', 'Which index is missing?').request(SNAPSHOT)
}

const REQUESTS: Record<string, () => string> = {
  'parent-first': () => parentLine().request(SNAPSHOT),
  'parent-follow-up': () => parentGoesOn(spawned()).request(SNAPSHOT),
  'model-fork-query': () => sibling('Query', 'Measure the query.').body,
  'model-fork-retry': () => sibling('Retry', 'Read the retry loop.').body,
  'person-fork-of-an-old-turn': () =>
    personFork(interrupted(), 't1', 'Cache', 'Find out since when the cache is empty.').request(SNAPSHOT),
  'person-fork-of-an-interrupted-turn': () =>
    personFork(interrupted(), 't2', 'Undo', 'Undo the fix.').request(SNAPSHOT),
  'fork-resumed': resumed,
  'parent-first-one-hour': () => parentLine().request(SNAPSHOT, { ttl: '1h' }),
  'person-fork-of-a-fork': forkOfFork,
  'person-fork-before-anything': () =>
    fallbackFork('Look', 'Find out what this project is.').request(familySnapshot(true)),
}

describe('the bytes of', () => {
  test.each(Object.entries(REQUESTS))('%s are the recorded ones', (name, make) => {
    const body = make()
    expect(validateRequest(body)).toBeNull()
    const file = join(import.meta.dirname, `${name}.txt`)
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, breakLines(body))
    if (!existsSync(file)) throw new Error(`no golden request ${name}: UPDATE_GOLDEN=1 writes it`)
    const difference = firstDifferenceOf(joinLines(readFileSync(file, 'utf8')), body)
    if (difference !== null) expect.fail(`${name} differs first at ${difference}`)
  })

  test('no request that is no longer made', () => {
    const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.txt'))
    expect(files.sort()).toEqual(
      Object.keys(REQUESTS)
        .map((name) => `${name}.txt`)
        .sort(),
    )
  })

  test('a request read from its lines are the bytes it was made of', () => {
    for (const make of Object.values(REQUESTS)) expect(joinLines(breakLines(make()))).toBe(make())
  })
})

describe('in these requests', () => {
  const without = (body: string) => body.replaceAll(/,"cache_control":\{[^}]*\}/g, '')
  /** What a prompt cache compares: the body up to the end of its last block. */
  const prefix = (body: string) => without(body).slice(0, -']}]}'.length)

  test('a follow-up begins with all of the request before it', () => {
    expect(prefix(REQUESTS['parent-follow-up']?.() ?? '').startsWith(prefix(REQUESTS['parent-first']?.() ?? ''))).toBe(
      true,
    )
    expect(prefix(resumed()).startsWith(prefix(sibling('Query', 'Measure the query.').body))).toBe(true)
  })

  test('siblings share every byte before their directives', () => {
    const [a, b] = [without(sibling('Query', 'Measure the query.').body), without(sibling('Retry', 'Read it.').body)]
    const at = a.indexOf('{"type":"text","text":"Directive for')
    expect(at).toBeGreaterThan(a.indexOf('<fork-boilerplate>'))
    expect(b.slice(0, at)).toBe(a.slice(0, at))
  })

  test('forks repeat the chain of their ancestor up to the branch point', () => {
    const prefixOf = ({ blocks }: Line) => ({ snapshotText: SNAPSHOT, betas: [], blocks })
    const parent = spawned()
    const expected = prefixOf(parent)
    const { line } = sibling('Query', 'Measure the query.')
    expect(firstDifference(expected, prefixOf(line))).toBeNull()
    const deeper = personFork(line.answer('fork-Query', { text: 'Done.' }), 'fork-Query', 'Deeper', 'Go on.')
    expect(firstDifference(expected, prefixOf(deeper))).toBeNull()
    expect(inheritAll(parent.blocks).openCalls).toEqual(['toolu_1', 'toolu_2', 'toolu_3'])
  })
})
