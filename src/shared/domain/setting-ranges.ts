// Apart from the schemas, so that the page can check a number without carrying a validator.

/** The smallest and the largest value of each numeric setting, both allowed. */
export const SETTING_RANGES = {
  'fork.concurrency': { min: 1, max: 64 },
  'fork.gateHoldMs': { min: 0, max: 3_600_000 },
  'replace.resultChars': { min: 1000, max: 1_000_000 },
  'replace.messageChars': { min: 1000, max: 10_000_000 },
  'replace.previewChars': { min: 100, max: 50_000 },
  'limits.forkSteps': { min: 1, max: 10_000 },
  'limits.agentSteps': { min: 1, max: 10_000 },
  'worktree.rescueDays': { min: 1, max: 3650 },
} as const

export type NumericSetting = keyof typeof SETTING_RANGES
