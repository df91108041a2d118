import type { Connection } from '../connection'
import { type Fields, text } from '../fields'
import { openRows } from '../rows'

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

interface AnswerRow extends Answer {
  command: string
  key: string
}

const fields: Fields<AnswerRow> = {
  command: text('command'),
  key: text('key'),
  inputHash: text('input_hash'),
  resultJson: text('result_json'),
}

export function openAnswers(connection: Connection): AnswerTable {
  const rows = openRows(connection, 'answers', ['command', 'key'], fields)
  const byKey = rows.select('WHERE command = ? AND key = ?')
  return {
    find(command, key) {
      const row = byKey.first(command, key)
      return row && { inputHash: row.inputHash, resultJson: row.resultJson }
    },
    put: (command, key, answer) => rows.insert({ command, key, ...answer }),
  }
}
