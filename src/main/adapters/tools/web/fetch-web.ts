// What a call of WebFetch returns: the page's facts in its first line, then its text, or as much of it as a result may hold.
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { webPageLine } from '../../../../shared/domain/web-page-line'
import type { ToolContext, ToolOutcome } from '../../../services/ports/tools'
import type { Web, WebAnswer } from '../../web/create-web'
import type { WebFetchInput } from '../definitions/web-fetch'
import { systemErrorSentence } from '../files/system-error'
import { RESULT_CHARS } from '../limits'
import { firstPart, grouped } from '../text/well-formed'

/** Fetches a page for a thread; an answer that tells of a failure is an error, with what the server says about it. */
export async function fetchWeb({ url }: WebFetchInput, context: ToolContext, web: Web): Promise<ToolOutcome> {
  const answer = await web.fetch(url, context.signal)
  if (answer.kind === 'moved') return { content: movedText(answer), isError: false }
  const notes = [...answer.notes, ...(answer.ageMs === null ? [] : [`read ${agoWords(answer.ageMs)}`])]
  const head = [
    webPageLine(answer),
    ...(answer.title === '' ? [] : [`Title: ${answer.title}`]),
    ...(notes.length === 0 ? [] : [`[${notes.join('; ')}]`]),
  ].join('\n')
  const body = answer.text.trim() === '' ? '(The page has no text.)' : await within(answer.text, context)
  return { content: `${head}\n\n${body}`, isError: answer.status >= 400 }
}

function movedText({ url, status, to }: Extract<WebAnswer, { kind: 'moved' }>): string {
  return `${url.href} moved (${status}) to another place: ${firstPart(JSON.stringify(to), 2_100)}. Nothing was fetched from there. If you need it, call WebFetch with that address.`
}

/** The text, or its beginning and where all of it is. */
async function within(text: string, context: ToolContext): Promise<string> {
  if (text.length <= RESULT_CHARS) return text
  const head = firstPart(text, RESULT_CHARS)
  const where = await save(text, context)
  return `${head}\n\n[The first ${grouped(head.length)} of ${grouped(text.length)} characters; ${where}.]`
}

async function save(text: string, { outputsDir, threadId, toolUseId }: ToolContext): Promise<string> {
  const call = createHash('sha256').update(toolUseId).digest('hex').slice(0, 16)
  const path = join(outputsDir, `${threadId}-${call}-page.md`)
  try {
    await mkdir(outputsDir, { recursive: true, mode: 0o700 })
    await writeFile(path, text, { mode: 0o600 })
  } catch (error) {
    const sentence = systemErrorSentence(error, 'WebFetch')
    if (sentence === null) throw error
    return `the whole page could not be saved: ${sentence}`
  }
  return `all of it is in ${path}`
}

function agoWords(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  return minutes < 1 ? 'less than a minute ago' : minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`
}
