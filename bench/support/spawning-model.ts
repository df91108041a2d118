// Owns the model of measurements whose history is seeded: on one word it starts forks, and forks report at once.
import { reply } from '../../src/simulator/script/builders'
import type { Script } from '../../src/simulator/script/script'
import { FAN_OUT, fanOut, REPORT } from './parser-model'

/** @param workers how many forks the parent's model starts with one message */
export function spawningModel(workers: number): Script {
  return ({ directive, lastUser }) => {
    if (directive !== null) return reply(REPORT)
    return lastUser.said === FAN_OUT ? fanOut(workers) : reply('Noted.')
  }
}
