/** The first answer to a command whose client named what it creates: the same command again gets it again. */
export interface Answer {
  inputHash: string
  resultJson: string
}

export interface AnswerTable {
  find(command: string, key: string): Answer | undefined
  /** Stores the first answer; a second one under the same key is a bug and throws. */
  put(command: string, key: string, answer: Answer): void
}
