// Owns where the window stood last time.
import { z } from 'zod'
import { readJsonFile, writeJsonFile } from './small-file'

export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

const stored = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(400).max(20_000),
  height: z.int().min(300).max(20_000),
  maximized: z.boolean(),
})
export type WindowState = z.infer<typeof stored>

/** So much of the window must lie on a screen that a person can take hold of it. */
const GRIP = 100

/**
 * Reads the stored state.
 *
 * @returns null when there is none, when it cannot be read as one, or when no part of it lies on a screen any more
 */
export function readWindowState(file: string, screens: readonly Rectangle[]): WindowState | null {
  const parsed = stored.safeParse(readJsonFile(file))
  if (!parsed.success) return null
  return screens.some((screen) => overlaps(parsed.data, screen)) ? parsed.data : null
}

/** Stores the state. A folder that cannot be written costs the memory, not the app. */
export function writeWindowState(file: string, state: WindowState): void {
  try {
    writeJsonFile(file, state)
  } catch (error) {
    process.stderr.write(`tine: the window's place was not stored: ${error instanceof Error ? error.message : error}\n`)
  }
}

function overlaps(window: Rectangle, screen: Rectangle): boolean {
  const width = Math.min(window.x + window.width, screen.x + screen.width) - Math.max(window.x, screen.x)
  const height = Math.min(window.y + window.height, screen.y + screen.height) - Math.max(window.y, screen.y)
  return width >= GRIP && height >= GRIP
}
