import type { ThreadState } from '../../../shared/domain/thread'
import { hueOf } from '../../threads/thread-marks'
import type { Hue } from '../../ui/badge'
import styles from './lane-sketch.module.css'
import { SKETCH_HEIGHT, SKETCH_WIDTH, type Sketch, type SketchLane } from './sketch-lanes'

const RADIUS = 4

type End = 'dot' | 'live' | 'diamond' | 'ring' | 'dotted' | 'cross' | 'bar' | 'limit'

const ENDS: Record<ThreadState, End> = {
  queued: 'ring',
  warming: 'ring',
  streaming: 'live',
  'waiting-approval': 'diamond',
  'rate-limited': 'ring',
  idle: 'ring',
  interrupted: 'dotted',
  failed: 'cross',
  'turn-limit': 'limit',
  stopped: 'ring',
  done: 'dot',
  'worktree-missing': 'dotted',
  discarded: 'bar',
}

const DASHED: ReadonlySet<ThreadState> = new Set(['queued', 'warming', 'waiting-approval', 'rate-limited'])
const DOTTED: ReadonlySet<ThreadState> = new Set(['interrupted', 'worktree-missing'])

/** The tree of a session at a glance; decoration, the row says in words what matters. */
export function LaneSketch({ sketch }: { sketch: Sketch }) {
  const [trunk, ...others] = sketch.lanes
  return (
    <svg className={styles.sketch} width={SKETCH_WIDTH} height={SKETCH_HEIGHT} aria-hidden="true">
      {others.toReversed().map((lane) => (
        <Lane key={lane.threadId} lane={lane} />
      ))}
      {trunk && (
        <g data-hue={laneHue(trunk)}>
          <path className={styles.line} d={`M${trunk.startX} ${trunk.y}H${trunk.endX}`} />
          {[trunk.startX, ...sketch.nodes].map((x) => (
            <circle key={x} className={styles.fill} cx={x} cy={trunk.y} r="3" />
          ))}
          <LaneEnd lane={trunk} end={trunk.state === 'idle' ? 'dot' : ENDS[trunk.state]} />
        </g>
      )}
      {sketch.hidden > 0 && (
        <text className={styles.more} x={SKETCH_WIDTH - 2} y={SKETCH_HEIGHT - 3} textAnchor="end">
          +{sketch.hidden}
        </text>
      )}
    </svg>
  )
}

function Lane({ lane }: { lane: SketchLane }) {
  const { startX, endX, y, fromY, state } = lane
  const pattern = DASHED.has(state) ? styles.dashed : DOTTED.has(state) ? styles.dotted : ''
  return (
    <g data-hue={laneHue(lane)}>
      <path
        className={styles.line}
        d={`M${startX} ${fromY}V${y - RADIUS}a${RADIUS} ${RADIUS} 0 0 0 ${RADIUS} ${RADIUS}`}
      />
      <path className={`${styles.line} ${pattern}`} d={`M${startX + RADIUS} ${y}H${endX}`} />
      <LaneEnd lane={lane} end={ENDS[state]} />
    </g>
  )
}

function LaneEnd({ lane: { endX: x, y }, end }: { lane: SketchLane; end: End }) {
  switch (end) {
    case 'dot':
      return <circle className={styles.fill} cx={x} cy={y} r="3.5" />
    case 'live':
      return (
        <>
          <circle className={styles.fill} cx={x} cy={y} r="3.5" />
          <circle className={styles.halo} cx={x} cy={y} r="5.5" />
        </>
      )
    case 'diamond':
      return <path className={styles.fill} d={`M${x} ${y - 5}l5 5-5 5-5-5z`} />
    case 'ring':
      return <circle className={styles.ring} cx={x} cy={y} r="3" />
    case 'dotted':
      return <circle className={`${styles.ring} ${styles.dottedRing}`} cx={x} cy={y} r="3.5" />
    case 'cross':
      return (
        <>
          <circle className={styles.bad} cx={x} cy={y} r="4" />
          <path className={styles.cross} d={`M${x - 1.5} ${y - 1.5}l3 3m0-3l-3 3`} />
        </>
      )
    case 'bar':
      return <path className={styles.bar} d={`M${x} ${y - 4}v8`} />
    case 'limit':
      return (
        <>
          <circle className={styles.ring} cx={x} cy={y} r="3" />
          <path className={styles.bar} d={`M${x + 6} ${y - 4}v8`} />
        </>
      )
  }
}

function laneHue(lane: SketchLane): Hue {
  if (lane.isTrunk) return 0
  return lane.state === 'discarded' ? 'off' : hueOf(lane.order - 1)
}
