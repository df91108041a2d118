// Runs in a worker: reads code into coloured pieces.
import { common, createLowlight } from 'lowlight'
import { flattenTree } from './flatten-tree'
import type { HighlightAnswer, HighlightRequest } from './highlight'

const lowlight = createLowlight(common)

addEventListener('message', ({ data }: MessageEvent<HighlightRequest>) => {
  const tokens = lowlight.registered(data.language)
    ? flattenTree(lowlight.highlight(data.language, data.text))
    : [[data.text, null] as const]
  const answer: HighlightAnswer = { id: data.id, tokens }
  postMessage(answer)
})
