import type { Virtualizer } from '@tanstack/react-virtual'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { plural } from '../../ui/format-count'
import { useTheme } from '../../ui/use-theme'
import { drawMinimap, type Palette } from './draw-minimap'
import styles from './minimap.module.css'
import type { Trunk } from './use-trunk'

const WIDTH = 35

interface MinimapProps {
  trunk: Trunk
  virtualizer: Virtualizer<HTMLDivElement, Element>
}

/** The whole trunk at a glance, with marks for what waits and what failed; a press or a drag scrolls there. */
export function Minimap({ trunk, virtualizer }: MinimapProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const height = useHeight(canvas)
  const theme = useTheme()
  const total = Math.max(1, virtualizer.getTotalSize())
  const scrolled = virtualizer.scrollOffset ?? 0
  const viewed = virtualizer.scrollRect?.height ?? 0

  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context || height === 0) return
    const scale = devicePixelRatio
    context.canvas.width = WIDTH * scale
    context.canvas.height = height * scale
    context.setTransform(scale, 0, 0, scale, 0, 0)
    const tops = trunk.rows.map((_, index) => (virtualizer.measurementsCache[index]?.start ?? 0) / total)
    const turnRows = trunk.rows.flatMap((row, index) => (row.kind === 'turn' ? [index] : []))
    const view = { from: scrolled / total, to: Math.min(1, (scrolled + viewed) / total) }
    const picture = { width: WIDTH, height, tops: [...tops, 1], turnRows, lanes: trunk.lanes, looks: trunk.looks, view }
    drawMinimap(context, picture, paletteOf(theme))
  }, [trunk, virtualizer, height, total, scrolled, viewed, theme])

  const scrollTo = (event: PointerEvent) => {
    if (event.buttons !== 1 || !canvas.current) return
    const box = canvas.current.getBoundingClientRect()
    const share = (event.clientY - box.top) / box.height
    virtualizer.scrollToOffset(share * total - viewed / 2)
  }
  return (
    <div className={styles.minimap}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={mapWords(trunk)}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          scrollTo(event)
        }}
        onPointerMove={scrollTo}
      />
    </div>
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

function mapWords({ turns, looks }: Trunk): string {
  const marks = Object.values(looks).map((look) => look.node)
  const count = (node: string) => marks.filter((mark) => mark === node).length
  return `Minimap: ${plural(turns.length, 'turn')}, ${plural(marks.length, 'fork')}, ${count('waiting')} waiting, ${count('failed')} failed`
}

function useHeight(canvas: React.RefObject<HTMLCanvasElement | null>): number {
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
