// How the model is taught when to start what: by what can be started where its thread stands.
import type { AgentOffer } from '../../../services/ports/tools'

const FORK_INTRO = `Starts a worker. Without subagent_type it is a fork: a worker that already knows everything you know. It begins with this whole conversation, your instructions and your tools, and then follows its own prompt. What you have in common is already paid for, so a fork is cheap to start; a few well-cut forks cost far less than the same work done here, and their intermediate steps stay out of your conversation. With the name of a type it is a fresh agent, which knows nothing but its prompt.`

const BACKGROUND = `How it goes:
- This call returns at once with the worker's id. It runs in the background. When it ends, its report reaches you as a <task-notification> message; you need not wait, and there is nothing to poll.
- Until then you do not know its result. Do not guess it, do not tell the person what it found, and do not look into its files or output to see how far it is.
- Do not race it: what you gave away is its work now. Go on with something else, or end your turn; the notification wakes you.
- To start several, make several Agent calls in one message; they run side by side. Give each a part that does not overlap with the others.
- Workers cannot start workers.`

const BRIEF_FORK = `How to brief a fork:
- It has read what you have read. Give no background; say what to do, where its part ends, what is out of scope, and what the report must answer.
- Say whether it shall change files or only find out. A directive such as "see if this can be improved" leaves a worker guessing; "replace the three call sites in src/api by the new client, run the tests of that folder, touch nothing else" does not.
- Leave decisions that depend on several forks' results to yourself.`

const BRIEF_AGENT = `How to brief a fresh agent:
- It has seen nothing of this conversation. Write as to a colleague who has just come in: the goal and why, what you know and have ruled out, the paths and names to begin with, what to leave alone, and what the answer must hold.
- Say whether it shall change files or only find out. Do not hand over understanding: name the files and the change you have in mind instead of "fix it as discussed".`

const WHEN_FORK = `When to fork:
- The work needs what you know by now, or several questions go to the same material.
- Research whose reading matters less than its answer: where is this handled, which of these causes is it, does anything still use that.
- Independent pieces of work that can be done side by side, and several attempts at one problem that you will compare.
- A change you want made and checked in a place of its own while you go on here.

When a fresh agent is cheaper:
- This conversation is long and the task stands by itself: a fork reads all of it at every step, a fresh agent only what it needs.
- You want a look at something that is not coloured by what was said here.`

const WHEN_AGENT = `When to use one:
- A task that stands by itself and can be told in a few sentences; a search through many files whose reading you do not need to keep; several pieces of work that can be done side by side.`

const WHEN_NOT = `When not to:
- You need the answer for your very next step and it takes one or two tool calls: do it yourself.
- The steps depend on each other, or two workers would change the same files.
- You would only pass on the person's whole task unchanged.`

const FOREGROUND = `How it goes:
- The agent's last words are this call's result. Nothing else of its work reaches you or the person: tell the person what matters of it.
- To start several, make several Agent calls in one message; they run side by side. Give each a part that does not overlap with the others.
- With run_in_background the call returns at once with the agent's id, and its report reaches you as a <task-notification> message. Do not poll it, do not guess its result, and do not do its work meanwhile.
- Agents cannot start agents.`

/** The description of `Agent` where this can be started. */
export function agentDescription({ forks, background, types }: AgentOffer): string {
  const list = types.map(({ name, description }) => `- ${name}: ${description}`).join('\n')
  const kinds = `Types of fresh agents:\n${list}`
  if (forks) return [FORK_INTRO, kinds, BACKGROUND, BRIEF_FORK, BRIEF_AGENT, WHEN_FORK, WHEN_NOT].join('\n\n')
  const intro = background
    ? 'Starts a fresh agent of the type named: a worker that begins with an empty conversation, does one task, and reports. There are no forks here: it knows nothing but its prompt.'
    : 'Starts a fresh agent: a worker that begins with an empty conversation, does one task with tools of its own, and reports. Without subagent_type it is a general-purpose one.'
  return [intro, kinds, background ? BACKGROUND : FOREGROUND, BRIEF_AGENT, WHEN_AGENT, WHEN_NOT].join('\n\n')
}
