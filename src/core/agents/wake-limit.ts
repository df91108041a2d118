// How often models may wake each other before a person has to say something: what two of them say to each other has no end of its own.

/** How often a fork or agent is taken up again by messages of a model, without a word of the person in between. */
export const MOST_RESUMES = 10

/** How often a thread at rest is woken by results, without a word of the person in between. */
export const MOST_WAKES = 50

/** Why a message does not wake its receiver any more; null while it does. */
export function resumeRefusal(name: string, resumes: number): string | null {
  if (resumes < MOST_RESUMES) return null
  return `${name} was taken up again ${resumes} times without a word of the person, so this message was not given to it. Tell the person what is left and why, and end your turn; after their next message it can be written to again.`
}

/** What a person reads in a thread that results do not wake any more. */
export const WAKES_SPENT = `Results woke this thread ${MOST_WAKES} times without a word of yours. Further ones wait for your next message.`
