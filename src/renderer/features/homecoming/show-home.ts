import type { CommandResult } from '../../../shared/contract/commands'
import type { Thread } from '../../../shared/domain/thread'
import { appStore } from '../../state/store'
import { leaveCompare, revealRow, showAsTrunk, tell } from '../../state/ui-actions'
import { nextFrame } from '../../ui/next-frame'
import { doneWords } from './merge-words'

/** Says what came home and shows where: the parent becomes the trunk, and the turn that has the item comes into view. */
export function showHome(thread: Thread, parentName: string, result: CommandResult<'thread.bringBack'>) {
  const { parentId } = thread
  if (parentId === null) return
  leaveCompare(undefined)
  // The events that bring the item are applied with the next frame, before this is run.
  nextFrame(() => show(thread, parentId, parentName, result))
}

function show(
  thread: Thread,
  parentId: string,
  parentName: string,
  { itemId, merge }: CommandResult<'thread.bringBack'>,
) {
  const { trunkId } = appStore.getState().ui
  if (trunkId !== parentId && trunkId !== thread.id) showAsTrunk(parentId)
  const turn = turnWith(itemId, parentId)
  const where = turn === null ? `${parentName} has it.` : `${parentName} has it in turn ${turn.n}.`
  tell({
    what: `${thread.title} is brought back.`,
    more: merge ? `${where} ${doneWords(merge)}` : where,
    ...(turn === null ? {} : { offer: { kind: 'show' as const, threadId: parentId, turnId: turn.id } }),
  })
  if (turn) revealRow(turn.id)
}

/** The parent's turn that has the item. */
function turnWith(itemId: string, parentId: string) {
  const { session } = appStore.getState().view
  const turns = session?.turns[parentId] ?? []
  return (
    turns.findLast(({ id }) => session?.bodies[id]?.items.some((item) => item.id === itemId)) ?? turns.at(-1) ?? null
  )
}
