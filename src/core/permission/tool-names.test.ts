import { expect, test } from 'vitest'
import { ourToolName, ourToolNames, ruleToolName } from './tool-names'

test('names of the ecosystem and our own mean our tools', () => {
  expect(['Read', 'Task', 'MultiEdit', 'grep', 'mcp__a__b'].map(ourToolName)).toEqual([
    'read',
    'Agent',
    'edit',
    'grep',
    'mcp__a__b',
  ])
})

test('a name we have no tool for allows nothing and is reported', () => {
  expect(ourToolName('WebSearch')).toBeNull()
  expect(ourToolName('toString')).toBeNull()
  expect(ourToolNames(['Read', 'Oracle', 'Write', 'NotebookRead', 'mcp__'])).toEqual({
    tools: ['read', 'write'],
    unknown: ['Oracle', 'mcp__'],
  })
})

test('rules are written with the names of the ecosystem', () => {
  expect(['edit', 'glob', 'bash', 'mcp__a__b'].map(ruleToolName)).toEqual(['Edit', 'Read', 'Bash', 'mcp__a__b'])
})
