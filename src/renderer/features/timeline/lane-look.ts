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

/** The trunk's node of a turn. */
export function turnNode(state: TurnState): NodeShape {
  return TURN_NODES[state]
}

const TURN_NODES: Record<TurnState, NodeShape> = {
  queued: 'hollow',
  running: 'streaming',
  interrupted: 'interrupted',
  failed: 'failed',
  done: 'turn',
}
