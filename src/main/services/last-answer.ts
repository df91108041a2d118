import type { Store } from '../store/store'

/** The text of the model's last message in a thread of its own; empty when that has none (what stands for it is the app's). */
export function lastAnswer(store: Store, threadId: string): string {
  const own = store.blocks.own(threadId).filter((block) => block.role === 'assistant')
  const message = own.at(-1)?.message
  const texts = own
    .filter((block) => block.message === message && block.type === 'text' && block.origin === 'model')
    .map((block) => (JSON.parse(block.json) as { text: string }).text)
  return texts.join('\n').trim()
}
