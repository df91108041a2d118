import type { Thread } from '../../../shared/domain/thread'
import type { TurnState } from '../../../shared/domain/turn'
import type { ThreadMark } from '../../threads/thread-marks'
import { shownHue } from '../../threads/thread-marks'
import { type StateIconName, threadWords } from '../../threads/thread-words'
import type { LaneLook, NodeShape } from './lane-geometry'

const NODES: Record<StateIconName, NodeShape> = {
  queued: 'hollow',
  warming: 'hollow',
  streaming: 'streaming',
  waiting: 'waiting',
  silent: 'hollow',
  rate: 'hollow',
  idle: 'hollow',
  interrupted: 'interrupted',
  failed: 'failed',
  limit: 'limit',
  stopped: 'hollow',
  done: 'done',
  resumable: 'hollow',
  home: 'done',
  discarded: 'bar',
  missing: 'interrupted',
}

/** How a fork's lane is drawn: what ran stays solid, what waits is dashed from its node on, what was interrupted is dotted. */
export function laneLook(thread: Thread, mark: ThreadMark | undefined): LaneLook {
  const { icon, pattern } = threadWords(thread, 0)
  const neverRan = icon === 'queued' || icon === 'warming'
  return {
    hue: shownHue(thread, mark),
    above: pattern === 'dotted' || neverRan ? pattern : 'solid',
    below: pattern,
    node: NODES[icon],
  }
}

/** The looks of before, when none of them changed. */
export function keepLooks(
  before: Readonly<Record<string, LaneLook>>,
  after: Readonly<Record<string, LaneLook>>,
): Readonly<Record<string, LaneLook>> {
  const ids = Object.keys(after)
  return ids.length === Object.keys(before).length && ids.every((id) => sameLook(after[id], before[id]))
    ? before
    : after
}

function sameLook(a: LaneLook | undefined, b: LaneLook | undefined): boolean {
  return a?.hue === b?.hue && a?.above === b?.above && a?.below === b?.below && a?.node === b?.node
}

/** The trunk's node of a turn; one that runs is drawn as its thread is. */
export function turnNode(state: TurnState, trunk: NodeShape): NodeShape {
  return state === 'running' ? trunk : TURN_NODES[state]
}

/** The node of a thread's running turn. */
export function runningNode(thread: Thread | undefined): NodeShape {
  return thread ? NODES[threadWords(thread, 0).icon] : 'streaming'
}

const TURN_NODES: Record<Exclude<TurnState, 'running'>, NodeShape> = {
  queued: 'hollow',
  interrupted: 'interrupted',
  failed: 'failed',
  done: 'turn',
}
