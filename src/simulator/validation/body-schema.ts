// The shape of a request body, field by field. What relates fields to each other is checked elsewhere.
import { z } from 'zod'

const cacheControl = z.strictObject({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional() })
const marker = cacheControl.nullable().optional()

const textBlock = z.strictObject({
  type: z.literal('text'),
  text: z.string(),
  cache_control: marker,
  citations: z.array(z.looseObject({})).nullable().optional(),
})
const imageBlock = z.strictObject({
  type: z.literal('image'),
  source: z.looseObject({ type: z.enum(['base64', 'url', 'file']) }),
  cache_control: marker,
})
const documentBlock = z.looseObject({
  type: z.literal('document'),
  source: z.looseObject({ type: z.string() }),
  cache_control: marker,
})
const searchResultBlock = z.looseObject({ type: z.literal('search_result'), cache_control: marker })
const toolReferenceBlock = z.looseObject({ type: z.literal('tool_reference'), cache_control: marker })

const toolId = z.string().regex(/^[a-zA-Z0-9_-]+$/)
const toolUseBlock = z.strictObject({
  type: z.literal('tool_use'),
  id: toolId,
  name: z.string().min(1).max(200),
  input: z.record(z.string(), z.unknown()),
  cache_control: marker,
  caller: z.looseObject({ type: z.string() }).optional(),
})
const toolResultContent = z.discriminatedUnion('type', [
  textBlock,
  imageBlock,
  documentBlock,
  searchResultBlock,
  toolReferenceBlock,
])
const toolResultBlock = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: toolId,
  content: z.union([z.string(), z.array(toolResultContent)]).optional(),
  is_error: z.boolean().optional(),
  cache_control: marker,
})
const thinkingBlock = z.strictObject({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() })
const redactedThinkingBlock = z.strictObject({ type: z.literal('redacted_thinking'), data: z.string() })

/** A summary the server made: sent back as it came, first in `messages`, in place of what it summarises. */
const compactionBlock = z.strictObject({
  type: z.literal('compaction'),
  content: z.string().min(1),
  signature: z.string(),
  cache_control: marker,
})

/** A call of a tool the server runs itself, and what came of it: both in the assistant's message. */
const serverToolUseBlock = z.strictObject({
  type: z.literal('server_tool_use'),
  id: z.string().regex(/^srvtoolu_[a-zA-Z0-9_]+$/),
  name: z.enum(['web_search', 'web_fetch']),
  input: z.record(z.string(), z.unknown()),
  cache_control: marker,
  caller: z.looseObject({ type: z.string() }).optional(),
})
const serverError = (type: string) => z.strictObject({ type: z.literal(type), error_code: z.string() })
const webSearchResultBlock = z.strictObject({
  type: z.literal('web_search_tool_result'),
  tool_use_id: z.string(),
  content: z.union([
    z.array(
      z.strictObject({
        type: z.literal('web_search_result'),
        url: z.string(),
        title: z.string(),
        encrypted_content: z.string(),
        page_age: z.string().nullable().optional(),
      }),
    ),
    serverError('web_search_tool_result_error'),
  ]),
  cache_control: marker,
  caller: z.looseObject({ type: z.string() }).optional(),
})
const webFetchResultBlock = z.strictObject({
  type: z.literal('web_fetch_tool_result'),
  tool_use_id: z.string(),
  content: z.union([
    z.strictObject({
      type: z.literal('web_fetch_result'),
      url: z.string(),
      content: z.looseObject({ type: z.literal('document') }),
      retrieved_at: z.string().nullable().optional(),
    }),
    serverError('web_fetch_tool_result_error'),
  ]),
  cache_control: marker,
  caller: z.looseObject({ type: z.string() }).optional(),
})

const userBlock = z.discriminatedUnion('type', [
  textBlock,
  imageBlock,
  documentBlock,
  searchResultBlock,
  toolResultBlock,
])
const assistantBlock = z.discriminatedUnion('type', [
  textBlock,
  toolUseBlock,
  thinkingBlock,
  redactedThinkingBlock,
  compactionBlock,
  serverToolUseBlock,
  webSearchResultBlock,
  webFetchResultBlock,
])

const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('user'), content: z.union([z.string(), z.array(userBlock)]) }),
  z.strictObject({ role: z.literal('assistant'), content: z.union([z.string(), z.array(assistantBlock)]) }),
])

const domains = z.array(z.string().regex(/^[a-z0-9.-]+(?:\/\S*)?$/)).min(1)
const webTool = {
  allowed_domains: domains.nullable().optional(),
  blocked_domains: domains.nullable().optional(),
  max_uses: z.int().min(1).nullable().optional(),
  cache_control: marker,
  // What the client's own tools have, and these never.
  description: z.undefined().optional(),
  input_schema: z.undefined().optional(),
}
const serverTool = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('web_search_20250305'), name: z.literal('web_search'), ...webTool }),
  z.strictObject({ type: z.literal('web_fetch_20250910'), name: z.literal('web_fetch'), ...webTool }),
])

const tool = z.strictObject({
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/),
  description: z.string().optional(),
  input_schema: z.looseObject({ type: z.literal('object') }),
  type: z.literal('custom').nullable().optional(),
  cache_control: marker,
  strict: z.boolean().optional(),
  eager_input_streaming: z.boolean().nullable().optional(),
  input_examples: z.array(z.looseObject({})).optional(),
})

const thinkingDisplay = z.enum(['summarized', 'omitted']).nullable().optional()
const thinkingConfig = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('adaptive'), display: thinkingDisplay }),
  z.strictObject({ type: z.literal('enabled'), budget_tokens: z.int().min(1024), display: thinkingDisplay }),
  z.strictObject({ type: z.literal('between_tools') }),
  z.strictObject({ type: z.literal('disabled') }),
])

const parallel = z.boolean().optional()
const toolChoice = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('auto'), disable_parallel_tool_use: parallel }),
  z.strictObject({ type: z.literal('any'), disable_parallel_tool_use: parallel }),
  z.strictObject({ type: z.literal('tool'), name: z.string(), disable_parallel_tool_use: parallel }),
  z.strictObject({ type: z.literal('none') }),
])

const outputConfig = z.strictObject({
  effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).nullable().optional(),
  format: z
    .looseObject({ type: z.literal('json_schema'), schema: z.looseObject({}) })
    .nullable()
    .optional(),
})

/** Everything the simulator accepts in `POST /v1/messages`. */
export const bodySchema = z.strictObject({
  model: z.string().min(1),
  max_tokens: z.int().min(0),
  messages: z.array(message).min(1),
  system: z.union([z.string(), z.array(textBlock)]).optional(),
  tools: z.array(z.union([serverTool, tool])).optional(),
  tool_choice: toolChoice.optional(),
  thinking: thinkingConfig.optional(),
  output_config: outputConfig.optional(),
  stop_sequences: z.array(z.string()).optional(),
  stream: z.boolean().optional(),
  speed: z.enum(['standard', 'fast']).nullable().optional(),
  cache_control: marker,
  metadata: z.looseObject({}).optional(),
  service_tier: z.enum(['auto', 'standard_only']).optional(),
  inference_geo: z.string().nullable().optional(),
  compaction: z
    .strictObject({ type: z.literal('summarize'), instructions: z.string().max(16_384).nullable().optional() })
    .optional(),
  diagnostics: z.strictObject({ previous_message_id: z.string().nullable().optional() }).nullable().optional(),
})

export type MessagesBody = z.infer<typeof bodySchema>
export type Message = MessagesBody['messages'][number]
export type ToolResultBlock = z.infer<typeof toolResultBlock>
export type UserBlock = z.infer<typeof userBlock>
export type AssistantBlock = z.infer<typeof assistantBlock>
export type CacheControl = z.infer<typeof cacheControl>

/** The blocks of a message; a string is one text block. */
export function blocksOf(message: Message): readonly (UserBlock | AssistantBlock)[] {
  return typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content
}
