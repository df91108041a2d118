import { z } from 'zod'
import { defineTool } from './define-tool'

const description = `Starts a fork: a worker that already knows everything you know. It begins with this whole conversation, your instructions and your tools, and then follows its own prompt. What you have in common is already paid for, so a fork is cheap to start; a few well-cut forks cost far less than the same work done here, and their intermediate steps stay out of your conversation.

How it goes:
- This call returns at once with the fork's id. The fork runs in the background. When it ends, its report reaches you as a <task-notification> message; you need not wait, and there is nothing to poll.
- Until then you do not know its result. Do not guess it, do not tell the person what it found, and do not look into its files or output to see how far it is.
- Do not race it: what you gave away is its work now. Go on with something else, or end your turn; the notification wakes you.
- To start several, make several Agent calls in one message. They share one beginning and run side by side. Give each a part that does not overlap with the others.
- Forks cannot start forks.

How to brief one:
- It has read what you have read. Give no background; say what to do, where its part ends, what is out of scope, and what the report must answer.
- Say whether it shall change files or only find out. A directive such as "see if this can be improved" leaves a worker guessing; "replace the three call sites in src/api by the new client, run the tests of that folder, touch nothing else" does not.
- Leave decisions that depend on several forks' results to yourself.

When to fork:
- Research whose reading matters less than its answer: where is this handled, which of these causes is it, does anything still use that.
- Independent pieces of work that can be done side by side, and several attempts at one problem that you will compare.
- A change you want made and checked in a place of its own while you go on here.

When not to fork:
- You need the answer for your very next step and it takes one or two tool calls: do it yourself.
- The steps depend on each other, or two workers would change the same files.
- You would only pass on the person's whole task unchanged.`

export const agentTool = defineTool(
  'Agent',
  description,
  z.strictObject({
    description: z.string().min(1).max(200).describe('The task in three to five words, as its title.'),
    prompt: z
      .string()
      .min(1)
      .max(100_000)
      .refine((text) => text.trim() !== '', 'more than white space')
      .describe('The directive: what to do, the scope, what to report.'),
    subagent_type: z
      .enum(['fork'])
      .optional()
      .describe('The kind of worker. "fork", which is also what you get without it, inherits this conversation.'),
    isolation: z
      .enum(['worktree', 'none'])
      .optional()
      .describe(
        '"worktree": it works on a branch of its own in its own git worktree, which starts with your uncommitted changes. "none": it works in this folder. Left out, the person\'s setting decides.',
      ),
  }),
)
