// The rows of a bundle as they may come from anywhere: what rests, what is text, and no more of it than there can be.
import { z } from 'zod'

const id = z.string().min(1).max(200)
const count = z.number().int().min(0).max(1_000_000_000)
const at = z.number().int().min(0).max(253_402_300_799_999)
const line = z.string().max(1_000)
const text = z.string()

export const bundleHeader = z.object({
  bundle: z.literal('tine-session'),
  version: z.number().int().positive(),
  exportedAt: at,
})

export const bundleEnd = z.strictObject({
  end: z.literal(true),
  lines: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

const session = z.strictObject({
  title: z.string().min(1).max(300),
  cacheTtl: z.enum(['5m', '1h']).nullable(),
  createdAt: at,
  updatedAt: at,
})

const thread = z.strictObject({
  id,
  parentId: id.nullable(),
  kind: z.enum(['main', 'branch', 'fork', 'agent', 'island']),
  title: line,
  directive: z.string().max(200_000).nullable(),
  branchTurnId: id.nullable(),
  branchPosition: count,
  branchMessage: count,
  branchLink: line.nullable(),
  // What ran somewhere else does not run here.
  state: z.enum(['idle', 'interrupted', 'failed', 'turn-limit', 'stopped', 'done']),
  stateReason: line.nullable(),
  steps: count,
  choice: z
    .strictObject({
      model: z.string().min(1).max(200),
      effort: z.enum(['low', 'medium', 'high', 'max']).nullable(),
      thinking: z.enum(['off', 'adaptive']),
    })
    .nullable(),
  // A worktree stays where it is.
  isolation: z.enum(['none', 'readonly']),
  startedBy: z.enum(['person', 'model', 'command']),
  spawnToolUseId: id.nullable(),
  fallback: z.boolean(),
  report: line.nullable(),
  agentType: z.string().max(200).nullable(),
  islandSource: line.nullable(),
  createdAt: at,
  endedAt: at.nullable(),
  broughtBackAt: at.nullable(),
  archivedAt: at.nullable(),
})

const snapshot = z.strictObject({
  id,
  text: z.string().max(16 * 1024 * 1024),
  betas: z.array(z.string().regex(/^[a-z0-9-]{1,80}$/)).max(20),
  ttl: z.enum(['5m', '1h']),
  createdAt: at,
})

const epoch = z.strictObject({
  id,
  threadId: id,
  n: count.min(1),
  snapshotId: id,
  firstPosition: count,
  thinkingFrom: count,
  startPosition: count,
  createdAt: at,
})

const turn = z.strictObject({
  id,
  threadId: id,
  n: count.min(1),
  state: z.enum(['interrupted', 'failed', 'done']),
  forkPosition: count.nullable(),
  startedAt: at,
  endedAt: at.nullable(),
})

/** Items as they are, but for their ids, which are new here. */
const item = z.strictObject({ threadId: id, item: z.record(z.string(), z.unknown()) })

const block = z.strictObject({
  threadId: id,
  position: count,
  message: count,
  role: z.enum(['user', 'assistant']),
  type: z.string().min(1).max(100),
  json: text.min(2),
  turnId: id,
  toolUseId: id.nullable(),
  link: line,
})

const call = z.strictObject({
  threadId: id,
  toolUseId: id,
  turnId: id,
  itemId: id,
  ordinal: count,
  name: line,
  input: z.unknown(),
  resultJson: text,
  isError: z.boolean(),
  sealed: z.boolean(),
})

const replacement = z.strictObject({
  threadId: id,
  toolUseId: id,
  replacementJson: text.nullable(),
  position: count,
  stored: z.boolean(),
})

const output = z.strictObject({ threadId: id, toolUseId: id, text })

export const bundleRow = z.discriminatedUnion('row', [
  z.strictObject({ row: z.literal('session'), value: session }),
  z.strictObject({ row: z.literal('thread'), value: thread }),
  z.strictObject({ row: z.literal('snapshot'), value: snapshot }),
  z.strictObject({ row: z.literal('epoch'), value: epoch }),
  z.strictObject({ row: z.literal('turn'), value: turn }),
  z.strictObject({ row: z.literal('item'), value: item }),
  z.strictObject({ row: z.literal('block'), value: block }),
  z.strictObject({ row: z.literal('call'), value: call }),
  z.strictObject({ row: z.literal('replacement'), value: replacement }),
  z.strictObject({ row: z.literal('output'), value: output }),
])
export type BundleRow = z.infer<typeof bundleRow>

/** The content of a result. */
export const resultContent = z.union([z.string(), z.array(z.looseObject({ type: z.string() }))])

/** What a snapshot may hold: tools that run here only, since what a server runs asks nobody. */
export const bundleSnapshot = z.strictObject({
  model: z.string().min(1).max(200),
  max_tokens: z.number().int().min(0),
  system: z.array(z.strictObject({ type: z.literal('text'), text })),
  tools: z.array(
    z.strictObject({
      name: z.string().regex(/^[\w-]{1,128}$/),
      description: text.optional(),
      input_schema: z.looseObject({ type: z.literal('object') }),
      type: z.literal('custom').optional(),
      eager_input_streaming: z.boolean().optional(),
      strict: z.boolean().optional(),
    }),
  ),
  thinking: z.strictObject({ type: z.literal('adaptive') }).optional(),
  output_config: z.strictObject({ effort: z.string() }).optional(),
})
