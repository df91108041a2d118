import { expect, it } from 'vitest'
import { groupActivations } from './group-activations'

it('gathers what a file switches on, in the order of the host', () => {
  const groups = groupActivations([
    { kind: 'hook', source: '.claude/settings.json', text: 'npm run lint' },
    { kind: 'tool-server', source: '.mcp.json', text: 'node server.js' },
    { kind: 'allow-rule', source: '.claude/settings.json', text: 'bash(npm:*)' },
  ])
  expect(groups.map((group) => group.source)).toEqual(['.claude/settings.json', '.mcp.json'])
  expect(groups[0]?.entries).toEqual([
    { what: 'hook', text: 'npm run lint' },
    { what: 'allow rule', text: 'bash(npm:*)' },
  ])
})
