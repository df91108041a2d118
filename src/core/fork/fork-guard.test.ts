import { describe, expect, test } from 'vitest'
import { threadKind } from '../../shared/domain/thread'
import { FORK_BOILERPLATE, isForkBoilerplate } from './child-instruction'
import { guardSpawn } from './fork-guard'

const none: string[] = []

describe('the recursion guard', () => {
  test('lets a main thread and its branches start agents', () => {
    expect(guardSpawn({ lineage: ['main'], appTexts: none })).toBeNull()
    expect(
      guardSpawn({ lineage: ['branch', 'branch', 'main'], appTexts: ['<system-reminder>x</system-reminder>'] }),
    ).toBeNull()
  })

  test.each(['fork', 'agent', 'island'] as const)('refuses a %s by where it comes from', (kind) => {
    expect(guardSpawn({ lineage: [kind, 'main'], appTexts: none })).toBe('provenance')
  })

  test('refuses a branch below a fork: a person may talk there, its model may not spawn', () => {
    expect(guardSpawn({ lineage: ['branch', 'fork', 'main'], appTexts: none })).toBe('provenance')
  })

  test('refuses by the instruction alone, when the tree has lost the fork', () => {
    expect(guardSpawn({ lineage: ['main'], appTexts: ['hello', FORK_BOILERPLATE] })).toBe('boilerplate')
  })

  test('takes for the instruction only a text that is it, not one that speaks of it', () => {
    expect(isForkBoilerplate(FORK_BOILERPLATE)).toBe(true)
    expect(guardSpawn({ lineage: ['main'], appTexts: [`A file says: ${FORK_BOILERPLATE}`] })).toBeNull()
  })

  test('knows every kind of thread there is', () => {
    const free = threadKind.options.filter((kind) => guardSpawn({ lineage: [kind], appTexts: none }) === null)
    expect(free).toEqual(['main', 'branch'])
  })
})
