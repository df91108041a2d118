// What a thread does now, in a few words.

const TELLING = ['command', 'path', 'file_path', 'pattern', 'url', 'description', 'to', 'task_id'] as const

/** A call in a few words: its tool and the argument that tells most. */
export function activityOf(call: { name: string; input: unknown }): string {
  const input = (call.input ?? {}) as Record<string, unknown>
  for (const key of TELLING) {
    const value = input[key]
    if (typeof value === 'string' && value.trim() !== '') return `${call.name} ${oneLine(value)}`
  }
  return call.name
}

function oneLine(text: string): string {
  const line = [...text.replace(/\s+/g, ' ').trim()]
  return line.length > 80 ? `${line.slice(0, 79).join('')}…` : line.join('')
}
