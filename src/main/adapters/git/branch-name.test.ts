import { describe, expect, it } from 'vitest'
import { temporaryRepository } from '../../../testing/temporary-repository'
import { freeBranchName, slugOf } from './branch-name'

const ID = 'thr_01jfabcdef0123456789abcdef'

describe('slugOf', () => {
  it('keeps letters and digits of any script and joins them with hyphens', () => {
    expect(slugOf('  Fix: the "parser" (again)!  ')).toBe('fix-the-parser-again')
    expect(slugOf('修复 解析器 🍴')).toBe('修复-解析器')
    expect(slugOf('Größe ändern')).toBe('größe-ändern')
    expect(slugOf('../..@{-1}~^:?*[\\')).toBe('1')
    expect(slugOf('🍴')).toBe('fork')
    expect(slugOf('x'.repeat(500))).toHaveLength(40)
  })
})

describe('freeBranchName', () => {
  it('makes names that git accepts', () => {
    const repo = temporaryRepository()
    try {
      for (const title of ['修复', 'a.lock', '-dash', 'a..b', '@', 'हिन्दी', 'x\u0301y']) {
        expect(repo.git('check-ref-format', '--branch', freeBranchName(title, ID, []) ?? '')).toBeTruthy()
      }
    } finally {
      repo.remove()
    }
  })

  it('lengthens the id until the name is free, and gives up when the whole id is taken', () => {
    expect(freeBranchName('x', ID, [])).toBe('tine/x-abcdef')
    expect(freeBranchName('x', ID, ['tine/X-ABCDEF'])).toBe('tine/x-9abcdef')
    expect(freeBranchName('x', 'thr_1', ['tine/x-thr1', 'tine-forks/x-thr1'])).toBeNull()
  })
})
