import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type InLine, MOST_PASSED_OVER, type Rank, rankOf, WaitingLine } from './waiting-line'

interface Waiter extends InLine {
  name: string
}

const waiter = (name: string, rank: Rank, sessionId: string, since = 0): Waiter => ({ name, rank, sessionId, since })

function lineOf(waiters: Waiter[]): WaitingLine<Waiter> {
  const line = new WaitingLine<Waiter>()
  for (const each of waiters) line.add(each)
  return line
}

function emptied(line: WaitingLine<Waiter>): string[] {
  const names: string[] = []
  for (let next = line.take(); next; next = line.take()) names.push(next.name)
  return names
}

describe('who goes first', () => {
  test('the thread a person talks to, then a branch, then forks, agents and islands', () => {
    expect(['main', 'branch', 'fork', 'agent', 'island'].map((kind) => rankOf(kind as 'main'))).toEqual([
      'main',
      'branch',
      'worker',
      'worker',
      'worker',
    ])
    const line = lineOf([
      waiter('fork', 'worker', 's', 1),
      waiter('branch', 'branch', 's', 2),
      waiter('main', 'main', 's', 3),
    ])
    expect(emptied(line)).toEqual(['main', 'branch', 'fork'])
  })

  test('sessions in turn, so that one fork does not wait for fifty of another session', () => {
    const crowd = Array.from({ length: 50 }, (_, n) => waiter(`a${n}`, 'worker', 'a', n))
    const names = emptied(lineOf([...crowd, waiter('b0', 'worker', 'b', 100), waiter('c0', 'worker', 'c', 101)]))
    expect(names.slice(0, 5)).toEqual(['a0', 'b0', 'c0', 'a1', 'a2'])
  })

  test('within a session the oldest, also one that comes back after a refusal', () => {
    const line = lineOf([waiter('second', 'worker', 's', 20), waiter('third', 'worker', 's', 30)])
    line.add(waiter('first', 'worker', 's', 10))
    line.add(waiter('also second', 'worker', 's', 20))
    expect(emptied(line)).toEqual(['first', 'second', 'also second', 'third'])
  })

  test('a worker at the latest after seven who went before it', () => {
    const line = lineOf([waiter('fork', 'worker', 's', 0)])
    for (let n = 0; n < 20; n++) line.add(waiter(`main${n}`, 'main', `s${n}`, n))
    expect(emptied(line).indexOf('fork')).toBe(MOST_PASSED_OVER)
  })
})

describe('the line', () => {
  test('lets go of one that waits no longer, and of nobody else', () => {
    const [a, b] = [waiter('a', 'main', 's'), waiter('b', 'main', 's')]
    const line = lineOf([a, b])
    expect([line.remove(a), line.remove(a), line.size]).toEqual([true, false, 1])
    expect([emptied(line), line.size, line.take()]).toEqual([['b'], 0, undefined])
  })

  const arrival = fc.record({
    rank: fc.constantFrom<Rank>('main', 'branch', 'worker'),
    sessionId: fc.constantFrom('a', 'b', 'c'),
  })

  test('serves everybody exactly once, whatever comes and goes', () => {
    fc.assert(
      fc.property(fc.array(fc.option(arrival)), (steps) => {
        const line = new WaitingLine<Waiter>()
        const served: string[] = []
        const come = steps.flatMap((step, n) => {
          if (!step) {
            const next = line.take()
            if (next) served.push(next.name)
            return []
          }
          line.add(waiter(`${n}`, step.rank, step.sessionId, n))
          return [`${n}`]
        })
        served.push(...emptied(line))
        expect(served.toSorted()).toEqual(come.toSorted())
      }),
    )
  })

  test('starves nobody: however many come in between, a bound that those present set holds', () => {
    fc.assert(
      fc.property(
        fc.array(arrival, { minLength: 1, maxLength: 12 }),
        fc.array(arrival, { minLength: 1, maxLength: 4 }),
        (present, flood) => {
          const line = new WaitingLine<Waiter>()
          for (const [n, each] of present.entries()) line.add(waiter(`${n}`, each.rank, each.sessionId, n))
          const waiting = new Set(present.map((_, n) => `${n}`))
          const sessions = 3
          const bound = (MOST_PASSED_OVER + 1) * present.length * sessions * 2
          for (let n = 0; n < bound && waiting.size > 0; n++) {
            for (const each of flood) line.add(waiter(`late ${n}`, each.rank, each.sessionId, 100 + n))
            waiting.delete(line.take()?.name ?? '')
          }
          expect([...waiting]).toEqual([])
        },
      ),
    )
  })
})
