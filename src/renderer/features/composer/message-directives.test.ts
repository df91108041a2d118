import { expect, it } from 'vitest'
import { directivesOf } from './message-directives'

it('takes text without dashes as one directive', () => {
  expect(directivesOf('split the parser\nkeep the API\n')).toEqual({ directives: ['split the parser\nkeep the API'] })
})

it('takes each line with a dash as a directive', () => {
  expect(directivesOf('- a\n  - b\n\n-  c')).toEqual({ directives: ['a', 'b', 'c'] })
})

it('puts the lines before the dashes before each directive and keeps continued lines', () => {
  expect(directivesOf('Keep the API.\n- PEG\n  with peggy\n- regex')).toEqual({
    directives: ['Keep the API.\nPEG\nwith peggy', 'Keep the API.\nregex'],
  })
})

it('leaves a dash inside a line and a horizontal rule alone', () => {
  expect(directivesOf('well-known --flag')).toEqual({ directives: ['well-known --flag'] })
  expect(directivesOf('---')).toEqual({ directives: ['---'] })
})

it('refuses more than sixteen and nothing at all', () => {
  expect(directivesOf(Array.from({ length: 17 }, (_, n) => `- ${n}`).join('\n'))).toMatchObject({
    problem: expect.stringContaining('16'),
  })
  expect(directivesOf(' \n ')).toHaveProperty('problem')
})
