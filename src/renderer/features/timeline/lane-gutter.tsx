import { memo } from 'react'
import { type GutterShape, type LinePattern, type NodeShape, sameShapes, shapeKey } from './lane-geometry'
import styles from './lane-gutter.module.css'

interface LaneGutterProps {
  shapes: readonly GutterShape[]
  width: number
}

/** The piece of the graph beside one row; it stretches with the row. Decoration: every fork says the same in words. */
export const LaneGutter = memo(function LaneGutter({ shapes, width }: LaneGutterProps) {
  return (
    <svg className={styles.gutter} width={width} aria-hidden="true">
      {shapes.map((shape) => (
        <Shape key={shapeKey(shape)} shape={shape} />
      ))}
    </svg>
  )
}, sameGutter)

function sameGutter(a: LaneGutterProps, b: LaneGutterProps): boolean {
  return a.width === b.width && sameShapes(a.shapes, b.shapes)
}

const PATTERNS: Record<LinePattern, string | undefined> = {
  solid: styles.line,
  dashed: styles.dashed,
  dotted: styles.dotted,
}

function Shape({ shape }: { shape: GutterShape }) {
  switch (shape.shape) {
    case 'line':
      return (
        <line
          data-hue={shape.hue}
          className={PATTERNS[shape.pattern]}
          x1={shape.x}
          y1={shape.y1}
          x2={shape.x}
          y2={shape.y2 === 'end' ? '100%' : shape.y2}
        />
      )
    case 'path':
      return <path data-hue={shape.hue} className={styles.line} d={shape.d} />
    case 'node':
      return (
        <g data-hue={shape.hue} transform={`translate(${shape.x} ${shape.y})`}>
          {NODE_SHAPES[shape.node]}
        </g>
      )
    case 'more':
      return (
        <text className={styles.more} x={shape.x} y={shape.y + 4}>
          +{shape.count}
        </text>
      )
  }
}

const NODE_SHAPES: Record<NodeShape, React.ReactNode> = {
  turn: <circle className={styles.fill} r="5" />,
  streaming: (
    <>
      <circle className={styles.fill} r="5" />
      <circle className={styles.halo} r="7.5" />
    </>
  ),
  done: <circle className={styles.fill} r="5.5" />,
  waiting: <path className={styles.fill} d="M0-7 7 0 0 7-7 0z" />,
  hollow: <circle className={styles.hollow} r="4" />,
  interrupted: <circle className={styles.ring} r="4.85" />,
  failed: (
    <>
      <circle className={styles.fill} r="5.75" />
      <path className={styles.knock} d="m-2-2 4 4m0-4-4 4" />
    </>
  ),
  bar: <path className={styles.bar} d="M-4.5 0h9" />,
  limit: (
    <>
      <circle className={styles.hollow} r="4" />
      <path className={styles.bar} d="M-4.5 11h9" />
    </>
  ),
  home: <circle className={styles.hollow} r="4" />,
}
