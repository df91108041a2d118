import { z } from 'zod'
import { type SkillOffer, skillList } from '../../../../core/library/skill-list'
import type { ToolDefinition } from '../../../services/ports/tools'
import { defineTool } from './define-tool'

const description = `Uses a skill: instructions that the person or the project keeps for a kind of task. The result is what the skill says; follow it, with the tools you have, before you go on. A skill that runs isolated does its work elsewhere, and the result is its summary.

- When a task is what a skill is for, use the skill first, before you begin in your own way. When the person names one with a slash, as in /review, they mean the skill of that name.
- Use only skills that are listed here or that the person named. Do not use one that is already being followed.`

const args = z.string().max(100_000).optional().describe('What the skill is given, as one text.')

/** What is taken. Models that know such a tool from elsewhere write \`name\` or \`command\` for the skill. */
export const skillTool = defineTool(
  'Skill',
  description,
  z
    .strictObject({
      skill: z.string().min(1).max(200).optional(),
      name: z.string().min(1).max(200).optional(),
      command: z.string().min(1).max(200).optional(),
      args,
    })
    .refine(({ skill, name, command }) => (skill ?? name ?? command) !== undefined, {
      path: ['skill'],
      message: 'expected the name of a skill',
    }),
)

/** The tool as it is offered to a thread that has these skills. */
export function skillDefinition(skills: readonly SkillOffer[]): ToolDefinition {
  const schema = z.strictObject({
    skill: z.string().min(1).max(200).describe('The name of the skill, without a slash.'),
    args,
  })
  return defineTool('Skill', `${description}\n\nSkills:\n${skillList(skills)}`, schema).definition
}
