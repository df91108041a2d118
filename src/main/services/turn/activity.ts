// What a thread does now, in a few words.
import { splitToolName } from '../../../shared/domain/served-tool'

const TELLING = ['command', 'path', 'file_path', 'pattern', 'url', 'description', 'to', 'task_id'] as const

/** A call in a few words: its tool and the argument that tells most. */
export function activityOf(call: { name: string; input: unknown }): string {
  const input = (call.input ?? {}) as Record<string, unknown>
  for (const key of TELLING) {
    const value = input[key]
    if (typeof value === 'string' && value.trim() !== '') return `${nameOf(call.name)} ${oneLine(value)}`
  }
  return nameOf(call.name)
}

function nameOf(tool: string): string {
  const served = splitToolName(tool)
  return served ? `${served.slug} · ${served.tool}` : tool
}

function oneLine(text: string): string {
  const line = [...text.replace(/\s+/g, ' ').trim()]
  return line.length > 80 ? `${line.slice(0, 79).join('')}…` : line.join('')
}
