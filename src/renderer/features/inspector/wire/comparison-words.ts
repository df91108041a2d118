// What a comparison of two requests comes to, in words. Pure.
import { plural } from '../../../ui/format-count'
import type { Comparison, Level } from './compare-bodies'

/** What a change at each level costs. */
const COSTS: Record<Level, string> = {
  tools: 'Nothing is shared: model and tools stand first, so system and messages are sent anew as well.',
  system: 'The tools are shared; system and messages are sent anew.',
  parameters: 'Tools and system are shared; the messages are sent anew.',
  messages: 'What stands before it is shared.',
}

/**
 * @param name how the request is called, `#15`
 * @param other how the one it is compared with is called
 */
export function comparisonWords(found: Comparison, name: string, other: string): { title: string; detail: string } {
  switch (found.kind) {
    case 'same':
      return {
        title: `${name} repeats ${other} byte for byte`,
        detail: `All ${plural(found.blocks, 'block')} are shared.`,
      }
    case 'goes-on': {
      const [short, long] = found.longer === 'right' ? [other, name] : [name, other]
      return {
        title: `${long} repeats all of ${short} and goes on`,
        detail: `${plural(found.blocks, 'block')} shared, ${plural(found.more, 'block')} more.`,
      }
    }
    case 'differs': {
      const shared = found.level === 'messages' ? ` ${plural(found.blocks, 'block')} of messages are the same.` : ''
      const what = found.path.startsWith('model') ? 'the model' : found.level
      return { title: `They differ first in ${what}`, detail: COSTS[found.level] + shared }
    }
  }
}
