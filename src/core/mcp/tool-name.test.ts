import { expect, test } from 'vitest'
import { splitToolName } from '../../shared/domain/served-tool'
import { isServerTool, meansServerTool, serverSlug, toolInWords, wireToolName } from './tool-name'

const hash = (text: string) => `${text.length}`.padStart(64, '0').split('').reverse().join('')

test.each([
  ['github', 'github'],
  ['my server!', 'my_server'],
  ['claude.ai Mail', 'claude_ai_Mail'],
  ['a__b', 'a_b'],
  ['_a_', 'a'],
  ['Größe', 'Gr_e'],
  ['数据', ''],
  ['', ''],
  ['x'.repeat(80), 'x'.repeat(60)],
])('a server called %j stands in names as %j', (name, slug) => {
  expect(serverSlug(name)).toBe(slug)
})

test('a name says in one way only whose tool it is', () => {
  const hostile = ['a__b', '_', 'a_', '__a', 'a__', 'a___b', 'a-_-b'].map(serverSlug).filter(Boolean)
  for (const slug of hostile)
    for (const tool of ['c', '_c', '__c', 'b__c']) {
      const name = wireToolName(slug, tool, hash)
      expect(splitToolName(name)).toEqual({ slug, tool })
      expect(name).toMatch(/^[a-zA-Z0-9_-]{1,128}$/)
    }
})

test('what is too long is cut to what the API takes, and stays apart from what begins like it', () => {
  const [a, b] = ['t'.repeat(300), 't'.repeat(301)].map((tool) => wireToolName('s', tool, hash))
  expect(a).toHaveLength(128)
  expect(a).not.toBe(b)
})

test.each(['read', 'mcp__', 'mcp__a', 'mcp__a__', 'mcp____b'])('%s names no tool of a server', (name) => {
  expect(isServerTool(name)).toBe(false)
})

test.each([
  ['mcp__a', 'mcp__a__x', true],
  ['mcp__a__*', 'mcp__a__x', true],
  ['mcp__a__x', 'mcp__a__x', true],
  ['mcp__a', 'mcp__ab__x', false],
  ['mcp__a__x', 'mcp__a__y', false],
  ['*', 'mcp__a__x', false],
  ['mcp__a', 'read', false],
])('an entry %s for %s: %s', (entry, name, means) => {
  expect(meansServerTool(entry, name)).toBe(means)
})

test('a sentence names server and tool', () => {
  expect(toolInWords('mcp__db__run_query')).toBe('“run_query” of the server “db”')
  expect(toolInWords('WebFetch')).toBe('“WebFetch”')
})
