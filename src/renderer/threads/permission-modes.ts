import type { PermissionMode } from '../../shared/domain/thread'

/** What can be asked before a thread acts, in the order in which it is offered. */
export const PERMISSION_MODES: readonly { mode: PermissionMode; label: string; hint: string }[] = [
  { mode: 'default', label: 'Ask', hint: 'reading is free; writing and commands are asked' },
  { mode: 'acceptEdits', label: 'Accept edits', hint: 'file edits in the folder are free; commands are asked' },
  { mode: 'plan', label: 'Plan', hint: 'nothing is changed' },
  { mode: 'bypassPermissions', label: 'Bypass', hint: 'nothing is asked' },
]

/** The name a person knows a mode by. */
export function modeWords(mode: PermissionMode): string {
  return PERMISSION_MODES.find((entry) => entry.mode === mode)?.label ?? mode
}
