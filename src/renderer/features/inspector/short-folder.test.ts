import { expect, it } from 'vitest'
import { shortFolder } from './short-folder'

it('keeps the two last parts and the end of an id', () => {
  expect(shortFolder('/home/you/.tine/worktrees/peg-7f3a')).toBe('worktrees/peg-7f3a')
  expect(shortFolder('/data/worktrees/thr_01m8pc3jj2c7ehy1qdgctg09zk/abacus')).toBe('…ctg09zk/abacus')
  expect(shortFolder('C:\\work\\abacus')).toBe('work/abacus')
})

it('leaves a short path as it is', () => {
  expect(shortFolder('/')).toBe('/')
  expect(shortFolder('/abacus')).toBe('abacus')
})
