import { isObject } from '../json'
import type { CacheControl, MessagesBody } from './body-schema'

export type Ttl = '5m' | '1h'
export type Marker = { path: string; ttl: Ttl }

/** Every explicit cache marker in prompt order (tools, system, messages), also those inside tool results. */
export function listMarkers(body: MessagesBody): Marker[] {
  const markers: Marker[] = []
  const visit = (block: unknown, path: string): void => {
    const ttl = ownMarker(block)
    if (isObject(block) && Array.isArray(block.content)) {
      for (const [index, part] of block.content.entries()) visit(part, `${path}.content.${index}`)
    }
    if (ttl !== null) markers.push({ path, ttl })
  }
  for (const [index, tool] of (body.tools ?? []).entries()) visit(tool, `tools.${index}`)
  if (Array.isArray(body.system)) for (const [index, block] of body.system.entries()) visit(block, `system.${index}`)
  for (const [index, message] of body.messages.entries()) {
    if (typeof message.content === 'string') continue
    for (const [inner, block] of message.content.entries()) visit(block, `messages.${index}.content.${inner}`)
  }
  return markers
}

/** The marker that sits on this block or inside its content, the longer-lived if there are several. */
export function markerOf(block: unknown): Ttl | null {
  if (!isObject(block)) return null
  const inner = Array.isArray(block.content) ? block.content.map(ownMarker) : []
  const all = [ownMarker(block), ...inner]
  return all.includes('1h') ? '1h' : all.includes('5m') ? '5m' : null
}

/** The lifetime a marker asks for; five minutes when it does not say. */
export function ttlOf(control: CacheControl): Ttl {
  return control.ttl ?? '5m'
}

function ownMarker(block: unknown): Ttl | null {
  if (!isObject(block) || !isObject(block.cache_control)) return null
  return block.cache_control.ttl === '1h' ? '1h' : '5m'
}
