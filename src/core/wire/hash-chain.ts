// The hash chain: what two requests share is what their chains share.
import type { Hash } from './wire-snapshot'
import { parseSnapshot } from './wire-snapshot'

/** The chain before the first message: what a change costs depends on the level it happens at. */
export interface ChainLevels {
  /** Model, speed and tools: a change here misses everything. */
  tools: string
  /** And the system prompt: a change here misses system and messages. */
  system: string
  /** And tool choice, thinking, output and betas: a change here misses the messages. */
  parameters: string
}

/** Computes the levels of a snapshot. `max_tokens` is frozen but outside the chain: it does not touch the cache. */
export function chainLevels(snapshotText: string, betas: readonly string[], hash: Hash): ChainLevels {
  const fields = parseSnapshot(snapshotText)
  const tools = hash(JSON.stringify([fields.model, fields.speed ?? null, fields.tools]))
  let system = tools
  for (const block of fields.system) system = hash(`${system}\n${JSON.stringify(block)}`)
  const parameters = hash(
    `${system}\n${JSON.stringify([fields.tool_choice ?? null, fields.thinking ?? null, fields.output_config ?? null, betas])}`,
  )
  return { tools, system, parameters }
}

/** The next link: the chain so far, the role, and the bytes of one block. */
export function nextLink(link: string, role: string, json: string, hash: Hash): string {
  return hash(`${link}\n${role}\n${json}`)
}

/**
 * The links after each block, starting from the parameters level.
 *
 * @returns one link per block, in order
 */
export function chainOf(start: string, blocks: readonly { role: string; json: string }[], hash: Hash): string[] {
  const links: string[] = []
  let link = start
  for (const block of blocks) {
    link = nextLink(link, block.role, block.json, hash)
    links.push(link)
  }
  return links
}
