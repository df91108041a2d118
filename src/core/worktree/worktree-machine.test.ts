import { describe, expect, it } from 'vitest'
import { type WorktreeState, worktreeState } from '../../shared/domain/worktree'
import { allows, nextState, type WorktreeEvent } from './worktree-machine'

/** Follows events from a state; the first refusal ends it. */
function live(from: WorktreeState, ...events: WorktreeEvent[]): string {
  let state = from
  for (const event of events) {
    const next = nextState(state, event)
    if ('refusal' in next) return next.refusal.reason
    state = next.state
  }
  return state
}

describe('the life of a worktree', () => {
  it('is made, used, rests with or without work, and is used again', () => {
    expect(live('creating', 'made', 'used', 'rested-dirty', 'used', 'rested-clean')).toBe('ready')
    expect(live('creating', 'made', 'used', 'used', 'rested-dirty')).toBe('dirty')
  })

  it('leaves the world in steps, and comes back in steps', () => {
    expect(live('dirty', 'discard-begun', 'discarded', 'freed', 'restore-begun', 'restored')).toBe('restored')
    expect(live('restored', 'rested-dirty', 'rested-clean')).toBe('restored')
    expect(live('restored', 'used', 'rested-dirty')).toBe('dirty')
  })

  it('is lost and found, wherever it can be used', () => {
    for (const state of ['ready', 'dirty', 'in-use', 'restored'] as const)
      expect(live(state, 'lost', 'found')).toBe('ready')
    expect(live('discarded', 'lost')).toBe('This worktree was discarded.')
  })

  it('that could not be made can be made again, found or discarded', () => {
    expect(live('creating', 'not-made', 'make-again', 'made')).toBe('ready')
    expect(live('creating', 'not-made', 'found')).toBe('ready')
    expect(live('creating', 'not-made', 'discard-begun', 'discarded')).toBe('discarded')
  })
})

describe('an operation on a worktree', () => {
  it('begins where nothing else is under way', () => {
    const under = ['in-use', 'merging', 'discarding', 'restoring'] as const
    for (const state of under)
      for (const event of ['merge-begun', 'discard-begun', 'restore-begun'] as const)
        expect(nextState(state, event)).toMatchObject({ refusal: { code: 'worktree.busy' } })
  })

  it('that is undone leaves the worktree as it was, and as nothing else', () => {
    expect(nextState('merging', 'merge-ended', 'dirty')).toEqual({ state: 'dirty' })
    expect(nextState('discarding', 'discard-undone', 'missing')).toEqual({ state: 'missing' })
    expect(nextState('restoring', 'restore-undone', 'discarded')).toEqual({ state: 'discarded' })
    expect(nextState('merging', 'merge-ended', 'discarded')).toHaveProperty('refusal')
    expect(nextState('merging', 'merge-ended')).toHaveProperty('refusal')
  })

  it('frees and restores only what was discarded, and keeps only what was not', () => {
    for (const state of worktreeState.options) {
      expect(allows(state, 'freed')).toBe(state === 'discarded')
      expect(allows(state, 'restore-begun')).toBe(state === 'discarded')
      expect(allows(state, 'kept')).toBe(!['discarding', 'discarded', 'restoring'].includes(state))
    }
  })

  it('says why it cannot begin, with a code that tells waiting from being gone', () => {
    expect(nextState('discarded', 'merge-begun')).toEqual({
      refusal: { code: 'worktree.missing', reason: 'This worktree was discarded.' },
    })
    expect(nextState('creating', 'merge-begun')).toMatchObject({ refusal: { code: 'worktree.busy' } })
    expect(nextState('ready', 'restore-begun')).toMatchObject({ refusal: { code: 'conflict' } })
  })
})
