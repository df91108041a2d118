import type { TodoWriteInput } from './definitions/todo-write'

const STATES = { in_progress: 'in progress', pending: 'pending', completed: 'completed' } as const

/** What the model hears of a list it wrote: that it was taken, in numbers. The list itself is in the call's input. */
export function todoNote({ todos }: TodoWriteInput): string {
  if (todos.length === 0) return 'The list is empty now.'
  const counts = (['in_progress', 'pending', 'completed'] as const)
    .map((status) => ({ status, count: todos.filter((todo) => todo.status === status).length }))
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => `${count} ${STATES[status]}`)
  return `The list is noted: ${counts.join(', ')}.`
}
