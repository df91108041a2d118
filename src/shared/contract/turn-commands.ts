// Commands about one thread's conversation.
import { z } from 'zod'
import { threadId, turnId } from '../domain/ids'
import { keepWarmPriceSchema, MAX_KEEP_WARM_MINUTES } from '../domain/keep-warm'
import { permissionMode } from '../domain/thread'
import { turnWithItems } from '../domain/turn'
import { epochMs, nanoUsd, usageSchema } from '../domain/units'
import { messageAttachments } from './attachment-commands'
import { serverName } from './mcp-commands'
import { effortSetting, thinkingSetting } from './session-commands'

/** The longest text a person can send in one message, in characters. */
export const MAX_MESSAGE_CHARS = 1_000_000

const anyText = z.string().max(MAX_MESSAGE_CHARS, `at most ${MAX_MESSAGE_CHARS} characters`)
const NOT_BLANK = 'must hold more than white space'
const messageText = anyText.refine((text) => text.trim() !== '', NOT_BLANK)

/** What is attached may go without a word. */
function saysSomething({ text, attachments }: { text: string; attachments?: readonly unknown[] | undefined }): boolean {
  return text.trim() !== '' || (attachments ?? []).length > 0
}

const keepWarmMinutes = z.number().int().min(1).max(MAX_KEEP_WARM_MINUTES)

const done = z.object({ done: z.literal(true) })

export const turnCommands = {
  'thread.read': {
    input: z.strictObject({
      threadId,
      before: z.number().int().positive().optional(),
      limit: z.number().int().min(1).max(200).default(50),
    }),
    result: z.object({ turns: z.array(turnWithItems), more: z.boolean() }),
  },
  'thread.configure': {
    input: z.strictObject({
      threadId,
      model: z.string().min(1).max(200).optional(),
      effort: effortSetting.optional(),
      thinking: thinkingSetting.optional(),
      permissionMode: permissionMode.optional(),
      /** The tool servers it takes, by name; null: all there are. Also the same ones again, to take what they offer now. */
      mcpServers: z.array(serverName).max(100).nullable().optional(),
    }),
    result: z.object({ cacheStartsAgain: z.boolean() }),
  },
  'turn.send': {
    input: z
      .strictObject({
        threadId,
        turnId: turnId.optional(),
        /** Files named in it with `@` are attached as they are when it is sent. */
        text: anyText,
        attachments: messageAttachments.optional(),
        steer: z.boolean().default(false),
      })
      .refine(saysSomething, { path: ['text'], error: NOT_BLANK }),
    result: z.object({ turnId, queued: z.boolean(), steered: z.boolean() }),
  },
  'turn.interrupt': { input: z.strictObject({ threadId }), result: done },
  'tool.stop': { input: z.strictObject({ threadId, toolUseId: z.string().min(1).max(200) }), result: done },
  'tool.output': {
    /** A stretch of a call's whole output, in characters; for what `Item.output` cut. */
    input: z.strictObject({
      threadId,
      toolUseId: z.string().min(1).max(200),
      offset: z.number().int().nonnegative().default(0),
      limit: z.number().int().min(1).max(200_000).default(50_000),
    }),
    result: z.object({ text: z.string(), totalChars: z.number().int().nonnegative() }),
  },
  'tool.image': {
    /** One of the images of a call's result, counted from 0. */
    input: z.strictObject({
      threadId,
      toolUseId: z.string().min(1).max(200),
      index: z.number().int().nonnegative().default(0),
    }),
    /** A `data:` address; null where it is too large to show. */
    result: z.object({ image: z.string().nullable() }),
  },
  'thread.resume': {
    input: z
      .strictObject({
        threadId,
        turnId: turnId.optional(),
        text: anyText.optional(),
        attachments: messageAttachments.optional(),
      })
      .refine(({ text, attachments = [] }) => text === undefined || saysSomething({ text, attachments }), {
        path: ['text'],
        error: NOT_BLANK,
      }),
    result: z.object({ turnId }),
  },
  /** What the thread's next request would be billed on its input side: before a cold one is woken. */
  'thread.forecast': {
    input: z.strictObject({ threadId, text: messageText.optional(), keepWarmMinutes: keepWarmMinutes.optional() }),
    result: z.object({
      warm: z.boolean(),
      warmUntil: epochMs.nullable(),
      usage: usageSchema,
      nanoUsd: nanoUsd.nullable(),
      /** Of a thread that waits for its leader: by how much leaving now is dearer. `nanoUsd` null: no price is known. */
      startNow: z.object({ nanoUsd: nanoUsd.nullable() }).nullable(),
      /** What keeping it warm for `keepWarmMinutes` would cost; null: not asked, or there is nothing to keep. */
      keepWarm: keepWarmPriceSchema.nullable(),
    }),
  },
  /** Keeps what a resting thread sent last in the cache for so many minutes from now; 0 ends that. */
  'thread.keepWarm': {
    input: z.strictObject({ threadId, minutes: z.union([z.literal(0), keepWarmMinutes]) }),
    result: keepWarmPriceSchema,
  },
  /** A sibling that waits for its leader leaves without it: it then writes what they share itself. */
  'thread.startNow': { input: z.strictObject({ threadId }), result: done },
  'thread.stop': { input: z.strictObject({ threadId }), result: done },
}
