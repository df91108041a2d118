// Transcripts for tests, in the form Claude Code writes them: made here, nobody's conversation.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

type Line = Record<string, unknown>

export interface LineFacts {
  parent?: string | null
  sidechain?: boolean
  agentId?: string
  meta?: boolean
}

let made = 0

/** Writes lines one after the other; each follows the one before unless it says otherwise. */
export class Transcript {
  readonly lines: (Line | string)[] = []
  private last: string | null = null
  private count = 0
  private readonly block = String(++made).padStart(4, '0')

  constructor(readonly sessionId = '5d0c2a34-0000-4000-8000-000000000001') {}

  /** A person's message; answers its uuid. */
  user(content: unknown, facts: LineFacts = {}): string {
    return this.add('user', { message: { role: 'user', content } }, facts)
  }

  /** One line of an answer: one block, as the program writes them. */
  answer(block: Line, messageId: string, facts: LineFacts = {}): string {
    const message = { id: messageId, type: 'message', role: 'assistant', model: 'claude-opus-4-5', content: [block] }
    return this.add('assistant', { message, requestId: `req_${messageId}` }, facts)
  }

  says(text: string, messageId: string, facts: LineFacts = {}): string {
    return this.answer({ type: 'text', text }, messageId, facts)
  }

  calls(id: string, name: string, input: Line, messageId: string, facts: LineFacts = {}): string {
    return this.answer({ type: 'tool_use', id, name, input }, messageId, facts)
  }

  result(id: string, content: unknown, more: Line = {}, facts: LineFacts = {}): string {
    const { toolUseResult, ...block } = more
    const message = { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content, ...block }] }
    return this.add('user', { message, toolUseResult: toolUseResult ?? { stdout: '' } }, facts)
  }

  /** A line that is no message, or a message that is no other's like. */
  add(type: string, more: Line, { parent, sidechain = false, agentId, meta }: LineFacts = {}): string {
    const uuid = `00000000-${this.block}-4000-8000-${String(++this.count).padStart(12, '0')}`
    const at = new Date(Date.UTC(2026, 8, 1, 10, 0, this.count)).toISOString()
    this.lines.push({
      parentUuid: parent === undefined ? this.last : parent,
      isSidechain: sidechain,
      ...(agentId === undefined ? {} : { agentId }),
      userType: 'external',
      cwd: '/home/someone/project',
      sessionId: this.sessionId,
      version: '2.1.40',
      gitBranch: 'main',
      type,
      ...(meta ? { isMeta: true } : {}),
      ...more,
      uuid: typeof more.uuid === 'string' ? more.uuid : uuid,
      timestamp: at,
    })
    this.last = uuid
    return uuid
  }

  /** A line as it stands. */
  raw(line: string | Line): void {
    this.lines.push(line)
  }

  text(end = '\n'): string {
    return this.lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)) + end).join('')
  }

  write(path: string, end = '\n'): string {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, this.text(end))
    return path
  }
}

/** A conversation with everything a usual one has: thinking, calls side by side, an agent, a change of mind. */
export function usualTranscript(): Transcript {
  const script = new Transcript()
  script.raw({ type: 'file-history-snapshot', messageId: 'm', snapshot: {}, isSnapshotUpdate: false })
  script.user('<local-command-caveat>Output of a command</local-command-caveat>', { meta: true })
  script.user('Look at the two files')
  script.answer({ type: 'thinking', thinking: 'Both at once.', signature: 'AbCd' }, 'msg_1')
  script.says('I read both.', 'msg_1')
  const first = script.calls('toolu_a', 'Read', { file_path: '/home/someone/project/a.ts' }, 'msg_1')
  const second = script.calls('toolu_b', 'Bash', { command: 'ls', description: 'List' }, 'msg_1')
  script.result('toolu_a', '1\tconst a = 1', {}, { parent: first })
  const both = script.result('toolu_b', [{ type: 'text', text: '' }], {}, { parent: second })
  const told = script.says('Two small files.', 'msg_2', { parent: both })
  script.user('Rename the constant')
  script.says('Renamed to first.', 'msg_3')
  script.user('Rename it back', { parent: told })
  script.calls('toolu_c', 'Task', { prompt: 'Check every use', subagent_type: 'explore', description: 'Uses' }, 'msg_4')
  script.result('toolu_c', [{ type: 'text', text: 'No other use.' }], { toolUseResult: { agentId: 'a1b2c3' } })
  script.says('Nothing else uses it.', 'msg_5')
  script.raw({ type: 'summary', summary: 'Renaming a constant', leafUuid: 'x' })
  return script
}

/** The transcript of the agent that conversation started. */
export function usualAgent(): Transcript {
  const script = new Transcript()
  const facts = { sidechain: true, agentId: 'a1b2c3' }
  script.user('Check every use', { ...facts, parent: null })
  script.calls('toolu_s', 'Grep', { pattern: 'first' }, 'msg_s1', facts)
  script.result('toolu_s', 'a.ts:1', {}, facts)
  script.says('Result: no other use.', 'msg_s2', facts)
  return script
}
