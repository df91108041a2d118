import { describe, expect, test } from 'vitest'
import { splitArguments, textPieces } from './command-text'

const expand = (body: string, args = '', names: string[] = []) =>
  textPieces({ body, argumentNames: names, folder: '/skills/x' }, args)
    .map((piece) => (piece.kind === 'text' ? piece.text : `<${piece.command}>`))
    .join('')

describe('arguments', () => {
  test.each([
    ['Review $ARGUMENTS now', 'src and docs', 'Review src and docs now'],
    ['$1 then $2', 'one two', 'one then two'],
    ['$0 then $1', 'one two', 'one then two'],
    ['$ARGUMENTS[0] and $1', 'one two', 'one and one'],
    ['$1|$2|', 'only', 'only||'],
    ['costs $100 of $PATH', '', 'costs $100 of $PATH'],
    ['$2', '"two words" $&', '$&'],
    ['see $'.concat('{CLAUDE_SKILL_DIR}/a.md'), '', 'see /skills/x/a.md'],
    ['Fix it', 'the bug', 'Fix it\n\nARGUMENTS: the bug'],
    ['Fix it', '  ', 'Fix it'],
  ])('of %j with %j make %j', (body, args, text) => expect(expand(body, args)).toBe(text))

  test('have names where the file gives them', () => {
    expect(expand('Fix $issue on $branch', '42 hotfix', ['issue', 'branch'])).toBe('Fix 42 on hotfix')
  })

  test('are words, held together by quotes', () => {
    expect(splitArguments(`a "b c" 'd e' f\\ g it's`)).toEqual(['a', 'b c', 'd e', 'f g', "it's"])
    expect(splitArguments('""  x')).toEqual(['', 'x'])
  })
})

test('commands of the file are found, with arguments in place, and those within arguments are text', () => {
  expect(expand('Log: !`git log $1`.', 'main')).toBe('Log: <git log main>.')
  expect(expand('Say $ARGUMENTS', '!`rm -rf .`')).toBe('Say !`rm -rf .`')
})
