import type { Virtualizer } from '@tanstack/react-virtual'
import {
  memo,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useApp } from '../../state/store'
import type { Found } from '../../state/ui-state'
import { plural } from '../../ui/format-count'
import { useTheme } from '../../ui/use-theme'
import { drawMinimap, MAP_PAD, type Palette } from './draw-minimap'
import styles from './minimap.module.css'
import type { Trunk } from './use-trunk'

const WIDTH = 35

interface MinimapProps {
  trunk: Trunk
  virtualizer: Virtualizer<HTMLDivElement, Element>
}

/** The whole trunk at a glance, with marks for what waits and what failed; a press or a drag scrolls there. */
export function Minimap({ trunk, virtualizer }: MinimapProps) {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<HTMLDivElement>(null)
  const total = Math.max(1, virtualizer.getTotalSize())
  const viewed = virtualizer.scrollRect?.height ?? 0
  useViewFrame(view, virtualizer)
  const scrollTo = (event: PointerEvent) => {
    if (event.buttons !== 1 || !box.current) return
    const { top, height } = box.current.getBoundingClientRect()
    const share = (event.clientY - top - MAP_PAD) / (height - 2 * MAP_PAD)
    virtualizer.scrollToOffset(share * total - viewed / 2)
  }
  return (
    <div
      ref={box}
      className={styles.minimap}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        scrollTo(event)
      }}
      onPointerMove={scrollTo}
    >
      <div ref={view} className={styles.view} />
      <Picture trunk={trunk} virtualizer={virtualizer} total={total} />
    </div>
  )
}

/** Keeps the frame over what is in view: scrolling renders nothing else. */
function useViewFrame(view: RefObject<HTMLDivElement | null>, virtualizer: MinimapProps['virtualizer']) {
  const place = useCallback(() => {
    const total = Math.max(1, virtualizer.getTotalSize())
    const shown = Math.min(1, (virtualizer.scrollRect?.height ?? 0) / total)
    const from = Math.min(1 - shown, (virtualizer.scrollElement?.scrollTop ?? 0) / total)
    view.current?.style.setProperty('top', `calc(4px + (100% - 8px) * ${from})`)
    view.current?.style.setProperty('height', `max(8px, calc((100% - 8px) * ${shown}))`)
  }, [view, virtualizer])
  useLayoutEffect(place)
  useEffect(() => {
    const scroller = virtualizer.scrollElement
    scroller?.addEventListener('scroll', place, { passive: true })
    return () => scroller?.removeEventListener('scroll', place)
  }, [place, virtualizer])
}

/** The painted part; scrolling only moves the frame over it. */
const Picture = memo(function Picture({ trunk, virtualizer, total }: MinimapProps & { total: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const height = useHeight(canvas)
  const theme = useTheme()
  const found = useApp(({ ui }) => ui.found)
  const foundRows = useMemo(() => rowsFound(trunk.rows, found), [trunk.rows, found])
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context || height === 0) return
    const scale = devicePixelRatio
    context.canvas.width = WIDTH * scale
    context.canvas.height = height * scale
    context.setTransform(scale, 0, 0, scale, 0, 0)
    const tops = trunk.rows.map((_, index) => (virtualizer.measurementsCache[index]?.start ?? 0) / total)
    const turnRows = trunk.rows.flatMap((row, index) => (row.kind === 'turn' ? [index] : []))
    const missRows = turnRows.filter((index) => trunk.misses.has(trunk.rows[index]?.key ?? ''))
    const picture = {
      width: WIDTH,
      height,
      tops: [...tops, 1],
      turnRows,
      missRows,
      foundRows,
      lanes: trunk.lanes,
      looks: trunk.looks,
    }
    drawMinimap(context, picture, paletteOf(theme))
  }, [trunk.rows, trunk.lanes, trunk.looks, trunk.misses, foundRows, virtualizer, height, total, theme])
  return <canvas ref={canvas} role="img" aria-label={mapWords(trunk, foundRows.length)} />
}, samePicture)

type PictureProps = MinimapProps & { total: number }

function samePicture(a: PictureProps, b: PictureProps): boolean {
  return (
    a.total === b.total &&
    a.trunk.rows === b.trunk.rows &&
    a.trunk.lanes === b.trunk.lanes &&
    a.trunk.misses === b.trunk.misses &&
    a.trunk.looks === b.trunk.looks
  )
}

const palettes = new Map<string, Palette>()

/** The colours of a theme, each read from the style sheet once. */
function paletteOf(theme: string): Palette {
  const known = palettes.get(theme)
  if (known) return known
  const colours = new Map<string, string>()
  const palette: Palette = (token) => {
    const colour = colours.get(token) ?? getComputedStyle(document.documentElement).getPropertyValue(token).trim()
    colours.set(token, colour)
    return colour
  }
  palettes.set(theme, palette)
  return palette
}

/** The rows of turns and forks in which a search found something. */
function rowsFound(rows: Trunk['rows'], found: Found | null): number[] {
  if (!found) return []
  const keys = new Set([...found.turnIds, ...found.threadIds])
  return rows.flatMap((row, index) => (row.kind !== 'group' && keys.has(row.key) ? [index] : []))
}

function mapWords({ turns, looks, misses }: Trunk, found: number): string {
  const marks = Object.values(looks).map((look) => look.node)
  const count = (node: string) => marks.filter((mark) => mark === node).length
  return `Minimap: ${plural(turns.length, 'turn')}, ${plural(marks.length, 'fork')}, ${count('waiting')} waiting, ${count('failed')} failed${misses.size > 0 ? `, ${plural(misses.size, 'turn')} that missed the cache` : ''}${found > 0 ? `, ${plural(found, 'place')} found` : ''}`
}

function useHeight(canvas: RefObject<HTMLCanvasElement | null>): number {
  const [height, setHeight] = useState(0)
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const observer = new ResizeObserver(() => setHeight(element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [canvas])
  return height
}
