// Compaction by the provider: it answers with one signed block that stands first ever after, in place of what it summarises.
// Source: platform.claude.com, build-with-claude/compaction-on-demand, read on 2026-11-30.

/**
 * Opens it. The header is part of what a prefix is cached by, so it is sent from a thread's first request on: the request for a
 * summary then reads the whole prefix.
 */
export const COMPACTION_BETA = 'compact-2026-09-04'

/** What follows the messages of a request that asks for a summary and for nothing else. */
export const ASK_FOR_COMPACTION = '{"compaction":{"type":"summarize"}}'

/** Whether a block is such a summary. */
export function isCompaction(block: { type: string }): boolean {
  return block.type === 'compaction'
}
