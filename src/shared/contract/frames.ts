// Frames: what crosses a door, the same over a WebSocket and a MessagePort.
import { z } from 'zod'
import type { HostEvent } from './events'
import type { Failure } from './failure'

export const requestFrame = z.strictObject({
  id: z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER),
  command: z.string().min(1).max(100),
  input: z.unknown().optional(),
})
export type RequestFrame = z.infer<typeof requestFrame>

export type AnswerFrame =
  | { id: number | null; ok: true; result: unknown }
  | { id: number | null; ok: false; failure: Failure }

export interface EventFrame {
  event: HostEvent
}

export type HostFrame = AnswerFrame | EventFrame
