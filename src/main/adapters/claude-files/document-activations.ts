// What a project's commands, skills and agents would switch on: pre-approved tools, islands, shell commands.

import { SHELL_LINE } from '../../../core/library/command-text'
import type { Activation } from '../../../shared/contract/system-commands'
import { listOf, readFrontMatter, rulesIn } from './front-matter'

/** Where a skill stands. */
export const SKILL = /^\.claude\/skills\/[^/]+\/SKILL\.md$/

/** The activations of one Markdown file with front matter; broken front matter switches on nothing of it. */
export function documentActivations(path: string, text: string): Activation[] {
  const { fields } = readFrontMatter(text)
  const found: Activation[] = []
  const agent = path.startsWith('.claude/agents/')
  const tools = agent ? listOf(fields.tools) : rulesIn(fields['allowed-tools'])
  if (agent) found.push({ kind: 'agent', source: path, text: `tools ${tools.join(', ') || 'all'}` })
  else if (fields.context === 'fork')
    found.push({ kind: 'island', source: path, text: `runs isolated with ${tools.join(', ') || 'no tools'}` })
  else for (const tool of tools) found.push({ kind: 'allow-rule', source: path, text: tool })
  const named = SKILL.test(path) && !isOn(fields['disable-model-invocation'])
  if (named) found.push({ kind: 'skill', source: path, text: 'the model may call it by itself' })
  if (typeof fields.hooks === 'object' && fields.hooks !== null)
    for (const event of Object.keys(fields.hooks)) found.push({ kind: 'hook', source: path, text: event })
  if (!agent)
    for (const [, command = ''] of text.matchAll(SHELL_LINE))
      found.push({ kind: 'shell-command', source: path, text: command })
  return found
}

/** As the reader of skills sees it: what is neither on nor off counts as on. */
function isOn(value: unknown): boolean {
  return value !== undefined && value !== false && value !== 'false'
}
