// A client small enough to read in one go: sends, runs the calls in a real folder, sends again. For tests of scripts.
import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { AnswerBlock } from '../stream/compose-message'
import type { Message, MessagesBody, ToolResultBlock } from '../validation/body-schema'
import { bodyWith, postMessage } from './post-message'

const toolNames = ['read', 'write', 'edit', 'glob', 'grep', 'bash', 'TodoWrite', 'Agent', 'SendMessage', 'TaskStop']

export type ToyOptions = {
  url: string
  folder: string
  /** Answers a call in place of the folder; undefined leaves it to the folder. */
  answer?: (call: { name: string; input: Record<string, unknown> }) => Partial<ToolResultBlock> | undefined
  tools?: readonly string[]
}

export type Played = { messages: Message[]; text: string; calls: { name: string; input: Record<string, unknown> }[] }

/** Plays a conversation on until the model ends its turn. Fails when the simulator refuses a request. */
export async function playTurn(history: readonly Message[], options: ToyOptions): Promise<Played> {
  const messages = [...history]
  const calls: Played['calls'] = []
  for (let step = 0; step < 30; step += 1) {
    const body: MessagesBody = bodyWith({ messages, tools: (options.tools ?? toolNames).map(toolNamed) })
    const answer = await postMessage(options.url, body)
    if (answer.status !== 200) throw new Error(answer.text)
    const { content }: { content: AnswerBlock[] } = JSON.parse(answer.text)
    messages.push({ role: 'assistant', content: content as Extract<Message, { role: 'assistant' }>['content'] })
    const uses = content.flatMap((block) => (block.type === 'tool_use' ? [block] : []))
    const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n')
    if (uses.length === 0) return { messages, text, calls }
    const results: ToolResultBlock[] = []
    for (const use of uses) {
      const made = { name: use.name, input: use.input as Record<string, unknown> }
      calls.push(made)
      const result = options.answer?.(made) ?? (await runTool(made, options.folder))
      results.push({ type: 'tool_result', tool_use_id: use.id, ...result })
    }
    messages.push({ role: 'user', content: results })
  }
  throw new Error('the model does not come to an end')
}

async function runTool(
  { name, input }: { name: string; input: Record<string, unknown> },
  folder: string,
): Promise<Partial<ToolResultBlock>> {
  const path = join(folder, String(input.file_path ?? ''))
  try {
    if (name === 'read') return { content: await readFile(path, 'utf8') }
    if (name === 'write') {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, String(input.content))
      return { content: 'written' }
    }
    if (name === 'edit') return { content: await edit(path, String(input.old_string), String(input.new_string)) }
    if (name === 'bash') return await bash(String(input.command), folder)
    return { content: `no tool ${name}`, is_error: true }
  } catch (error) {
    return { content: String(error), is_error: true }
  }
}

async function edit(path: string, before: string, after: string): Promise<string> {
  const content = await readFile(path, 'utf8')
  if (content.split(before).length !== 2) throw new Error('old_string must occur exactly once')
  await writeFile(
    path,
    content.replace(before, () => after),
  )
  return 'edited'
}

function bash(command: string, cwd: string): Promise<Partial<ToolResultBlock>> {
  // A test runner that finds itself inside another one prints for machines.
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env
  return new Promise((resolve) => {
    execFile('bash', ['-c', command], { cwd, env }, (error, stdout, stderr) => {
      resolve({ content: `${stdout}${stderr}`, ...(error === null ? {} : { is_error: true }) })
    })
  })
}

function toolNamed(name: string): NonNullable<MessagesBody['tools']>[number] {
  return { name, input_schema: { type: 'object' } }
}
