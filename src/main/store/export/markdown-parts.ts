// The parts of a session's Markdown, read thread by thread.

import { itemAtRest } from '../../../core/export/at-rest'
import { markdownHead, markdownItem, markdownThread, markdownTotals, markdownTurn } from '../../../core/export/markdown'
import { addMoney } from '../../../core/pricing/cost'
import { addUsage, NO_USAGE } from '../../../shared/domain/units'
import type { SessionRecord, ThreadRecord } from '../records'
import type { Tables } from '../tables/tables'

export function* markdownParts(tables: Tables, session: SessionRecord, projectName: string): Generator<string> {
  const threads = tables.threads.ofSession(session.id)
  const titles = new Map(threads.map(({ id, title }) => [id, title]))
  yield markdownHead({ title: session.title, projectName, createdAt: session.createdAt })
  for (const thread of threads) {
    const { title, kind, state, model, directive } = thread
    yield markdownThread({ title, kind, state, model, directive, from: originOf(tables, thread, titles) })
    for (const turn of tables.turns.ofThread(thread.id)) {
      yield markdownTurn(turn.n, turn.startedAt)
      for (const item of tables.items.ofTurns([turn.id])) yield markdownItem(itemAtRest(item))
    }
  }
  yield totals(tables, session, titles)
}

function originOf(
  { turns }: Tables,
  { parentId, branchTurnId }: ThreadRecord,
  titles: ReadonlyMap<string, string>,
): string | null {
  if (parentId === null) return null
  const n = branchTurnId === null ? undefined : turns.get(branchTurnId)?.n
  const parent = titles.get(parentId) ?? 'another thread'
  return n === undefined ? `From “${parent}”` : `From turn ${n} of “${parent}”`
}

function totals({ requests }: Tables, session: SessionRecord, titles: ReadonlyMap<string, string>): string {
  const sums = requests.sums(session.id)
  const money = sums.reduce((sum, row) => addMoney(sum, row), {
    nanoUsd: null,
    withoutSharingNanoUsd: null,
  } as ReturnType<typeof addMoney>)
  return markdownTotals({
    rows: sums.map(({ threadId, usage, nanoUsd }) => ({ title: titles.get(threadId) ?? threadId, usage, nanoUsd })),
    total: { usage: sums.reduce((sum, { usage }) => addUsage(sum, usage), NO_USAGE), nanoUsd: money.nanoUsd },
  })
}
