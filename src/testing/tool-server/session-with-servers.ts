// A session in a project whose `.mcp.json` names servers, trusted unless a test wants it otherwise.
import { readFileSync } from 'node:fs'
import type { CommandInput } from '../../shared/contract/commands'
import type { RecordedRequest } from '../../simulator/server/recorded-request'
import { temporaryRepository } from '../temporary-repository'
import { openSession, startTestHost, type TestClient, type TestHost, type TestHostOptions } from '../test-host'

export interface SessionWithServers extends TestHost {
  folder: string
  projectId: string
  sessionId: string
  threadId: string
}

export interface ServerSessionOptions extends TestHostOptions {
  restricted?: boolean
  session?: Partial<CommandInput<'session.create'>>
}

/** Trusts a project with its files as they are now. */
export async function trust(client: TestClient, projectId: string): Promise<void> {
  const { hash } = await client.call('project.trust', { projectId })
  await client.call('project.trust', { projectId, hash })
}

/** Starts a host, and a session that may call every tool, in a repository whose `.mcp.json` names these servers. */
export async function sessionWithServers(
  servers: Record<string, unknown>,
  { restricted, session, ...options }: ServerSessionOptions = {},
): Promise<SessionWithServers> {
  const repository = temporaryRepository({ files: { '.mcp.json': JSON.stringify({ mcpServers: servers }) } })
  const test = await startTestHost(options)
  const { folder } = repository
  const { projectId } = await test.client.call('project.open', { path: folder })
  if (!restricted) await trust(test.client, projectId)
  const opened = await openSession(test.client, folder, { permissionMode: 'bypassPermissions', ...session })
  return { ...test, folder, ...opened }
}

/** The names of the tools a request carried, of servers only. */
export function servedIn(request: RecordedRequest | undefined): string[] {
  const { tools = [] } = (request?.body ?? {}) as { tools?: { name: string }[] }
  return tools.map(({ name }) => name).filter((name) => name.startsWith('mcp__'))
}

/** The results a request carried last, as text, with whether each is an error. */
export function resultsIn(request: RecordedRequest | undefined): { text: string; isError: boolean }[] {
  interface Part {
    type: string
    text?: string
    content?: string | Part[]
    is_error?: boolean
  }
  const { messages = [] } = (request?.body ?? {}) as { messages?: { content: Part[] | string }[] }
  const last = messages.at(-1)?.content
  const wordsOf = (content: string | Part[] = '') =>
    typeof content === 'string' ? content : content.map((part) => part.text ?? `(${part.type})`).join('\n')
  return (Array.isArray(last) ? last : [])
    .filter(({ type }) => type === 'tool_result')
    .map(({ content, is_error }) => ({ text: wordsOf(content), isError: is_error === true }))
}

/** The lines of a file, none where there is no such file yet. */
export function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').filter(Boolean)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
