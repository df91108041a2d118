// What a person may ask of the demo model in plain words, and the plan that answers it.
import type { Plan, PlannedCall } from './plan'
import { firstLine, quoted } from './results'
import { sampleTasks } from './sample-tasks'

/** The plan for a request, or null when the demo model has no answer but a friendly one. */
export function planFor(words: string): Plan | null {
  const sample = sampleTasks.find((task) => task.isAskedBy(words))
  if (sample !== undefined) return sample.plan
  for (const reading of [readRun, readWrite, readEdit, readSend, readStop, readSearch, readFind, readFile]) {
    const plan = reading(words)
    if (plan !== null) return plan
  }
  return null
}

/** The directives of a list: two or more lines that begin with a dash. */
export function listedDirectives(words: string): string[] {
  const lines = words.split('\n').flatMap((line) => line.match(/^\s*[-*•]\s+(\S.*)$/)?.[1]?.trim() ?? [])
  return lines.length >= 2 ? lines : []
}

function readRun(words: string): Plan | null {
  const command = words
    .match(/^\s*(?:please\s+)?run\s+(?:the command\s+)?(.+?)\s*$/im)?.[1]
    ?.replace(/^[`"'](.*)[`"']\.?$/, '$1')
  if (command === undefined) return null
  if (/^(?:the |all )?tests?$/i.test(command)) return readRun('run npm test')
  return single(
    { name: 'bash', input: { command }, anyResult: true },
    `The command \`${command}\`.`,
    (result, failed) =>
      `${failed ? 'The command failed' : 'The command ran'}:\n\n${quoted(result || '(no output)', 30)}`,
  )
}

function readWrite(words: string): Plan | null {
  const match = words.match(
    /^\s*(?:please\s+)?(?:write|create)\s+(?:the file\s+|a file\s+)?[`"']?([\w@.-]*[\w@/.-]*\.\w+)[`"']?(?:\s*(?::|with|containing|saying)\s*([\s\S]+))?/i,
  )
  const path = match?.[1]
  if (path === undefined) return null
  const content = unquoted(match?.[2] ?? `Written by the demo model.`)
  return {
    ...single(
      { name: 'write', input: { file_path: path, content: `${content}\n` } },
      `The file ${path}.`,
      () => `I wrote \`${path}\`.`,
    ),
    changes: [path],
    commitMessage: `docs: ${path}`,
  }
}

function readEdit(words: string): Plan | null {
  const parts = words.match(/replace\s+([`"'])(.+?)\1\s+(?:with|by)\s+([`"'])(.*?)\3/is)
  const path = parts === null ? null : pathIn(words.replace(parts[0], ''))
  if (parts === null || path === null) return null
  const [, , oldString = '', , newString = ''] = parts
  return {
    scope: `An edit of ${path}.`,
    keyFiles: [path],
    changes: [path],
    commitMessage: `chore: edit ${path}`,
    steps: [
      { say: `I read \`${path}\` before I change it.`, calls: [{ name: 'read', input: { file_path: path } }] },
      { calls: [{ name: 'edit', input: { file_path: path, old_string: oldString, new_string: newString } }] },
    ],
    conclude: () => `I replaced \`${oldString}\` with \`${newString}\` in \`${path}\`.`,
  }
}

function readSend(words: string): Plan | null {
  const [, to, message] = words.match(/^\s*(?:tell|message|send)\s+(thr_\w+)[:,]?\s+([\s\S]+)$/i) ?? []
  if (to === undefined || message === undefined) return null
  return single(
    { name: 'SendMessage', input: { to, message } },
    `A message to ${to}.`,
    (result) => `Sent. ${firstLine(result)}`,
  )
}

function readStop(words: string): Plan | null {
  const taskId = words.match(/^\s*stop\s+(thr_\w+)/i)?.[1]
  if (taskId === undefined) return null
  return single({ name: 'TaskStop', input: { task_id: taskId } }, `Stopping ${taskId}.`, (result) => firstLine(result))
}

function readSearch(words: string): Plan | null {
  const pattern = words.match(/^\s*(?:please\s+)?(?:search|grep)\s+(?:for\s+)?(.+?)\s*$/im)?.[1]
  if (pattern === undefined) return null
  const input = { pattern: unquoted(pattern) }
  return single(
    { name: 'grep', input },
    `A search for ${input.pattern}.`,
    (result) => `What I found:\n\n${quoted(result || '(nothing)', 20)}`,
  )
}

function readFind(words: string): Plan | null {
  const pattern = words.match(/^\s*(?:please\s+)?(?:find|list)\s+(?:files?\s+)?(\S*[*?]\S*)\s*$/im)?.[1]
  if (pattern === undefined) return null
  return single(
    { name: 'glob', input: { pattern } },
    `Files like ${pattern}.`,
    (result) => `These match:\n\n${quoted(result || '(none)', 30)}`,
  )
}

function readFile(words: string): Plan | null {
  const path = pathIn(words)
  if (path === null) return null
  return {
    ...single({ name: 'read', input: { file_path: path } }, `The file ${path}.`, (result, failed) =>
      failed
        ? `I could not read \`${path}\`: ${firstLine(result)}`
        : `\`${path}\` begins like this:\n\n${quoted(result, 8)}`,
    ),
    keyFiles: [path],
  }
}

/** The first word that looks like a file: a path with an extension, no address, no version number. */
function pathIn(words: string): string | null {
  const candidates = words.match(/[\w@~./-]*\.[A-Za-z][A-Za-z0-9]{0,9}\b/g) ?? []
  return candidates.find((each) => !each.startsWith('//') && !/^(e\.g|i\.e)$/i.test(each)) ?? null
}

function single(planned: PlannedCall, scope: string, say: (result: string, failed: boolean) => string): Plan {
  return {
    scope,
    steps: [{ calls: [planned] }],
    conclude: (seen) => {
      const made = seen.last(planned.name)
      if (made === undefined) return 'Nothing was done.'
      if (made.isError && planned.anyResult !== true && planned.name !== 'read') {
        return `That did not work: ${firstLine(made.result ?? '')}`
      }
      return say(made.result ?? '', made.isError)
    },
  }
}

function unquoted(text: string): string {
  return text.trim().replace(/^([`"'])([\s\S]*)\1$/, '$2')
}
