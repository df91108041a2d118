// Commands whose client named what they create: the same again gets the first answer, another input is a conflict.

import type { Hash } from '../../core/wire/wire-snapshot'
import { FailureError } from '../../shared/contract/failure'
import type { Store } from '../store/store'

export class RememberedAnswers {
  private readonly underWay = new Map<string, { inputHash: string; result: Promise<unknown> }>()

  constructor(
    private readonly store: Store,
    private readonly hash: Hash,
  ) {}

  /**
   * Runs `work` once per key. `work` calls `remember` within its transaction, so that answer and effect are stored
   * together.
   *
   * @param key what the client named; undefined: the command is not remembered
   */
  async once<T>(
    command: string,
    key: string | undefined,
    input: unknown,
    work: (remember: (result: T) => void) => T | Promise<T>,
  ): Promise<T> {
    if (key === undefined) return work(() => {})
    const inputHash = this.hash(JSON.stringify(input))
    const known = this.store.answers.find(command, key)
    if (known) {
      if (known.inputHash !== inputHash) throw conflict(key)
      return JSON.parse(known.resultJson) as T
    }
    const running = this.underWay.get(`${command} ${key}`)
    if (running) {
      if (running.inputHash !== inputHash) throw conflict(key)
      return running.result as Promise<T>
    }
    const result = Promise.resolve().then(() =>
      work((answer) => this.store.answers.put(command, key, { inputHash, resultJson: JSON.stringify(answer) })),
    )
    this.underWay.set(`${command} ${key}`, { inputHash, result })
    try {
      return await result
    } finally {
      this.underWay.delete(`${command} ${key}`)
    }
  }
}

function conflict(key: string): FailureError {
  return new FailureError('conflict', `${key} was used before with another input.`, { key })
}
