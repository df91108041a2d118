// What a project would switch on, gathered by the file that says so.
import type { Activation } from '../../../shared/contract/system-commands'

export interface ActivationGroup {
  source: string
  entries: { what: string; text: string }[]
}

const WORDS: Record<Activation['kind'], string> = {
  hook: 'hook',
  'tool-server': 'tool server',
  'allow-rule': 'allow rule',
  island: 'island',
  'shell-command': 'shell command',
  agent: 'agent with tools',
  skill: 'skill',
  environment: 'environment',
  'git-config': 'git configuration',
  filter: 'git filter',
}

/** One group for each source, in the order in which the host names them. */
export function groupActivations(activations: readonly Activation[]): ActivationGroup[] {
  const groups = new Map<string, ActivationGroup>()
  for (const { kind, source, text } of activations) {
    const group = groups.get(source) ?? { source, entries: [] }
    group.entries.push({ what: WORDS[kind], text })
    groups.set(source, group)
  }
  return [...groups.values()]
}
