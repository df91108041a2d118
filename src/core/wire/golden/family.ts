// A small family of threads with fixed content, made by the functions that make the real ones: what the golden requests show.
import { type HistoryBlock, type Inheritance, inheritAll, inheritTurn } from '../../fork/branch-point'
import { directiveText, type ForkPlace } from '../../fork/child-instruction'
import { modelForkMessage, type NewBlock, personForkMessage, resultBlock, textBlock } from '../../fork/plan-fork'
import { closingText } from '../../turn/close-open-calls'
import { blockJson, emptyAnswer, foldEvent } from '../../turn/stream-fold'
import { systemPrompt } from '../../turn/system-prompt'
import { planMarkers } from '../breakpoints'
import { buildRequest } from '../build-request'
import type { WireBlock } from '../wire-block'
import { type CacheTtl, renderSnapshot } from '../wire-snapshot'

export type FamilyBlock = WireBlock & HistoryBlock

/** One thread's history: what it inherits, then its own. */
export class Line {
  readonly blocks: FamilyBlock[]
  /** The positions its requests, and those of its ancestors before the branch point, marked last. */
  private readonly written: number[]
  private readonly branchPosition: number

  constructor(inherited: readonly FamilyBlock[] = [], written: readonly number[] = []) {
    this.blocks = [...inherited]
    this.branchPosition = inherited.length
    this.written = written.filter((position) => position < inherited.length)
  }

  /** What the person, the app or a tool adds to the next user message. */
  say(turnId: string, ...blocks: NewBlock[]): this {
    for (const block of blocks) this.append(turnId, block)
    return this
  }

  /** An answer of the model, folded from its stream. */
  answer(turnId: string, ...content: Streamed[]): this {
    for (const block of streamed(content)) {
      const json = blockJson(block)
      if (json === null) continue
      const toolUseId = block.type === 'tool_use' ? String(block.fields.id) : null
      this.append(turnId, { role: 'assistant', type: block.type, json, toolUseId })
    }
    return this
  }

  /** The text of the next request; what it marks last counts as written from then on, as the ledger has it. */
  request(snapshotText: string, options: { ttl?: CacheTtl; sharedEnd?: number | null } = {}): string {
    const { ttl = '5m', sharedEnd = null } = options
    const markers = planMarkers(this.blocks, { writtenAt: this.written.at(-1) ?? null, sharedEnd })
    this.written.push(...markers.positions.slice(-1))
    return buildRequest({ snapshotText, blocks: this.blocks, markers, ttl, tailJson: '{}' })
  }

  /** The position of the instruction in a fork's first message. */
  get instructionAt(): number {
    const own = this.blocks.slice(this.branchPosition)
    return own.find((block) => block.json.includes('<fork-boilerplate>'))?.position ?? -1
  }

  inherit({ position }: Inheritance): Line {
    return new Line(this.blocks.slice(0, position), this.written)
  }

  private append(turnId: string, block: Pick<FamilyBlock, 'role' | 'type' | 'json' | 'toolUseId'>): void {
    const last = this.blocks.at(-1)
    const message = last === undefined ? 0 : last.message + (last.role === block.role ? 0 : 1)
    this.blocks.push({ ...block, turnId, message, position: this.blocks.length })
  }
}

type Streamed =
  | { thinking: string; signature: string }
  | { redacted: string }
  | { text: string }
  | { call: string; name: string; input: Record<string, unknown> }

/** Streams an answer's blocks in small pieces and folds them again. */
function streamed(content: readonly Streamed[]) {
  const answer = emptyAnswer()
  const fold = (event: object) => foldEvent(answer, event)
  fold({ type: 'message_start', message: { id: 'msg_golden', model: 'claude-opus-5-5', usage: {} } })
  for (const [index, block] of content.entries()) {
    const grow = (delta: object) => fold({ type: 'content_block_delta', index, delta })
    const start = (content_block: object) => fold({ type: 'content_block_start', index, content_block })
    if ('redacted' in block) start({ type: 'redacted_thinking', data: block.redacted })
    else if ('thinking' in block) {
      start({ type: 'thinking', thinking: '', signature: '' })
      for (const piece of pieces(block.thinking)) grow({ type: 'thinking_delta', thinking: piece })
      grow({ type: 'signature_delta', signature: block.signature })
    } else if ('text' in block) {
      start({ type: 'text', text: '' })
      for (const piece of pieces(block.text)) grow({ type: 'text_delta', text: piece })
    } else {
      start({ type: 'tool_use', id: block.call, name: block.name, input: {} })
      for (const piece of pieces(JSON.stringify(block.input))) grow({ type: 'input_json_delta', partial_json: piece })
    }
    fold({ type: 'content_block_stop', index })
  }
  return answer.blocks
}

function pieces(text: string): string[] {
  return text.match(/[\s\S]{1,7}/g) ?? []
}

const schema = (properties: Record<string, unknown>, required: string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

/** Tools in the order they are sent. */
export const TOOLS: Record<string, unknown>[] = [
  {
    name: 'read',
    description: 'Reads a file of the folder you work in.',
    input_schema: schema({ file_path: { type: 'string' }, offset: { type: 'integer' } }, ['file_path']),
  },
  {
    name: 'bash',
    description: 'Runs a command.',
    input_schema: schema({ command: { type: 'string' } }, ['command']),
  },
  {
    name: 'Agent',
    description: 'Starts a fork of this conversation.',
    input_schema: schema({ description: { type: 'string' }, prompt: { type: 'string' } }, ['description', 'prompt']),
  },
]

/** The snapshot every thread of the family was begun with; that of a fork before anything was said has a prompt of its own. */
export function familySnapshot(fallback = false): string {
  const place = { platform: 'linux', today: '2026-11-30', isGit: true, branch: 'main', fallback }
  const system = systemPrompt({ ...place, folder: '/home/ada/shop', memory: 'Tests run with `npm test`.' })
  return renderSnapshot({
    model: 'claude-opus-5-5',
    max_tokens: 32_000,
    system: [{ type: 'text', text: system }],
    tools: TOOLS,
    thinking: { type: 'adaptive' },
    output_config: { effort: 'high' },
  })
}

const place = (name: string): ForkPlace => ({
  isolation: 'worktree',
  parentFolder: '/home/ada/shop',
  folder: `/data/worktrees/${name}`,
  branch: `tine/${name}`,
})

const SHARED: ForkPlace = { isolation: 'none', parentFolder: '/home/ada/shop', folder: '/home/ada/shop', branch: null }

const READ_ONLY: ForkPlace = { ...SHARED, isolation: 'readonly' }

/** The parent has sent its first message. */
export function parentLine(): Line {
  return new Line().say('t1', textBlock('Why is checkout slow? Look into three causes.', 'person'))
}

/** The model answered with thinking, words and three calls: two forks and a reading. */
export function parentSpawns(parent: Line): Line {
  return parent.answer(
    't1',
    { thinking: 'Three causes: the query, the cache, the “retry” loop.', signature: 'c2lnbmVk' },
    { text: 'I look at three causes at once. ✂️' },
    { call: 'toolu_1', name: 'Agent', input: { description: 'Query', prompt: 'Measure the query.' } },
    { call: 'toolu_2', name: 'read', input: { file_path: 'src/cache.ts', offset: 1 } },
    { call: 'toolu_3', name: 'Agent', input: { description: 'Retry', prompt: 'Read the retry loop.' } },
  )
}

/** The parent's calls came home, and the answer that ended its first turn. */
export function parentGoesOn(parent: Line): Line {
  return parent.say(
    't1',
    resultBlock('toolu_1', 'Fork thr_1 (“Query”) was started in the background.', false, 'tool'),
    resultBlock('toolu_2', '1\texport const ttl = 0', false, 'tool'),
    resultBlock('toolu_3', 'Fork thr_2 (“Retry”) was started in the background.', false, 'tool'),
  )
}

export function parentEndsFirstTurn(parent: Line): Line {
  return parent.answer('t1', { thinking: '', signature: 'ZW1wdHk=' }, { text: 'The cache never holds anything.' })
}

/** A fork the parent's model started in its spawning message. */
export function modelFork(parent: Line, name: string, directive: string): Line {
  const inheritance = inheritAll(parent.blocks)
  const text = directiveText(directive, name, place(name.toLowerCase()))
  return parent.inherit(inheritance).say(`fork-${name}`, ...modelForkMessage(inheritance.openCalls, text))
}

/** A fork a person started before anything was said: its instruction is all there is. */
export function fallbackFork(name: string, directive: string): Line {
  return new Line().say(`fork-${name}`, ...personForkMessage([], directiveText(directive, name, READ_ONLY)))
}

/** A fork a person started from a turn that is at rest. */
export function personFork(parent: Line, turnId: string, name: string, directive: string): Line {
  const inheritance = inheritTurn(parent.blocks, turnId)
  if (!inheritance) throw new Error(`${turnId} cannot be forked`)
  const closings = inheritance.openCalls.map((id) => resultBlock(id, closingText('person', 'started'), true, 'tool'))
  const text = directiveText(directive, name, SHARED)
  return parent.inherit(inheritance).say(`fork-${name}`, ...personForkMessage(closings, text))
}
