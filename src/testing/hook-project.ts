// Projects with hooks, for tests: settings files, trust, and what hooks were told.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Script } from '../simulator/script/script'
import { type Conversation, converse, itemsOf } from './conversation'
import type { TestClient } from './test-host'

export type HookGroups = Record<
  string,
  { matcher?: string; hooks: { type: 'command'; command: string; timeout?: number }[] }[]
>

/** Hooks of one event, each a command. */
export function on(event: string, ...commands: string[]): HookGroups {
  return { [event]: [{ hooks: commands.map((command) => ({ type: 'command' as const, command })) }] }
}

/** The same for what a matcher matches. */
export function onMatch(event: string, matcher: string, ...commands: string[]): HookGroups {
  return { [event]: [{ matcher, hooks: commands.map((command) => ({ type: 'command' as const, command })) }] }
}

/** A command that keeps what it is told as a line of a file below the project. */
export const note = (name: string) => `cat >> "$CLAUDE_PROJECT_DIR/${name}"; echo >> "$CLAUDE_PROJECT_DIR/${name}"`

/** What was kept so, in order. */
export function noted(folder: string, name: string): Record<string, unknown>[] {
  const path = join(folder, name)
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Record<string, unknown>)
}

/** Trusts the project of a conversation with its files as they are. */
export async function trustProject({ client }: { client: TestClient }): Promise<string> {
  const projectId = (await client.call('project.list', {})).projects[0]?.id ?? ''
  const { hash } = await client.call('project.trust', { projectId })
  await client.call('project.trust', { projectId, hash })
  return projectId
}

/** A conversation in a trusted project with these hooks. */
export async function withHooks(
  hooks: HookGroups,
  script: Script,
  { trust = true, ...more }: Parameters<typeof converse>[1] & { trust?: boolean; settings?: object } = {},
): Promise<Conversation> {
  const settings = JSON.stringify({ hooks, ...more.settings }, null, 2)
  const talk = await converse(script, { ...more, files: { '.claude/settings.json': settings, ...more.files } })
  if (trust) await trustProject(talk)
  return talk
}

/** What the app has said in a thread. */
export async function noticesOf(client: TestClient, threadId: string): Promise<string[]> {
  return (await itemsOf(client, threadId)).flatMap((item) => (item.kind === 'notice' ? [item.text] : []))
}

/** The calls of a thread with how they ended. */
export async function callsOf(client: TestClient, threadId: string): Promise<[state: string, output: string][]> {
  return (await itemsOf(client, threadId)).flatMap((item) => (item.kind === 'tool' ? [[item.state, item.output]] : []))
}
