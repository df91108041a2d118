// The thread on which one page is turned into Markdown: a hostile one takes its time and memory, not the host's.
import { parentPort, workerData } from 'node:worker_threads'
import type { ConvertedPage, PageToConvert } from './convert-page'
import { pageMarkdown } from './page-markdown'

const { html, base } = workerData as PageToConvert

parentPort?.postMessage(convert())

function convert(): ConvertedPage {
  try {
    return { page: pageMarkdown(html, base) }
  } catch (error) {
    if (error instanceof RangeError) return { problem: 'it is nested too deeply' }
    throw error
  }
}
