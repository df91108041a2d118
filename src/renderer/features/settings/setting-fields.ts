// The settings as a form shows them: in which section, under which words, in which unit.
import type { NumericSetting } from '../../../shared/domain/setting-ranges'
import type { Settings } from '../../../shared/domain/settings'

/** Keys and hints are no form field: each of them is stored by itself. */
export type SettingName = Exclude<keyof Settings, 'keyboard.bindings' | 'hints.seen'>

type LinesSetting = 'worktree.copy' | 'worktree.link' | 'editor.command' | 'web.privateHosts' | 'web.serverDomains'

interface Common {
  name: SettingName
  label: string
  hint: string
}

export type SettingField =
  | (Common & { kind: 'text'; placeholder?: string; mayBeEmpty: boolean })
  /** `scale`: how many of the stored unit make one of the shown unit. */
  | (Common & { kind: 'number'; name: NumericSetting; unit: string; scale: number })
  /** A list, one entry on each line; where it may be nothing at all, no line is null. */
  | (Common & { kind: 'lines'; name: LinesSetting; placeholder: string })
  /** Shown in dollars, kept in NanoUsd; empty is no limit. */
  | (Common & { kind: 'money' })
  /** The value `''` stands for null. */
  | (Common & { kind: 'choice'; choices: readonly { value: string; label: string }[] })
  | (Common & { kind: 'switch' })

export interface SettingSection {
  title: string
  fields: readonly SettingField[]
}

const number = (name: NumericSetting, label: string, unit: string, hint: string, scale = 1): SettingField => ({
  kind: 'number',
  name,
  label,
  unit,
  hint,
  scale,
})

const budget = (name: SettingName, label: string, hint: string): SettingField => ({ kind: 'money', name, label, hint })

export const PROVIDER_FIELDS: readonly SettingField[] = [
  {
    kind: 'text',
    name: 'baseUrl',
    label: 'Base URL',
    placeholder: 'https://api.anthropic.com',
    hint: 'Any server that speaks the Messages API. A key belongs to the server it was entered for.',
    mayBeEmpty: true,
  },
]

export const SETTING_SECTIONS: readonly SettingSection[] = [
  {
    title: 'New sessions',
    fields: [
      { kind: 'text', name: 'model', label: 'Model', hint: 'The name the server knows.', mayBeEmpty: false },
      {
        kind: 'choice',
        name: 'effort',
        label: 'Effort',
        hint: 'How long the model thinks.',
        choices: [
          { value: '', label: 'The model’s own' },
          { value: 'low', label: 'Low' },
          { value: 'medium', label: 'Medium' },
          { value: 'high', label: 'High' },
          { value: 'max', label: 'Max' },
        ],
      },
      {
        kind: 'choice',
        name: 'permissionMode',
        label: 'Permission mode',
        hint: 'What is asked before a tool runs. Deny rules hold in every mode.',
        choices: [
          { value: 'default', label: 'Ask' },
          { value: 'acceptEdits', label: 'Accept edits' },
          { value: 'plan', label: 'Plan' },
          { value: 'bypassPermissions', label: 'Bypass: ask nothing' },
        ],
      },
      {
        kind: 'choice',
        name: 'cache.ttl',
        label: 'Cache lifetime',
        hint: 'One hour costs twice as much to write and stays warm over a pause.',
        choices: [
          { value: '5m', label: '5 minutes' },
          { value: '1h', label: '1 hour' },
        ],
      },
    ],
  },
  {
    title: 'Forks',
    fields: [
      { kind: 'switch', name: 'fork.mode', label: 'Fork mode', hint: 'Agents without a type are forks.' },
      number('fork.concurrency', 'At the same time', 'forks', 'More wait in line.'),
      {
        kind: 'choice',
        name: 'fork.isolation',
        label: 'Place',
        hint: 'Where a fork works unless it is said otherwise.',
        choices: [
          { value: '', label: 'Own worktree where git allows' },
          { value: 'worktree', label: 'Own worktree' },
          { value: 'none', label: 'Same folder' },
        ],
      },
      {
        kind: 'choice',
        name: 'fork.gate',
        label: 'Leader gate',
        hint: 'One sibling writes the shared part to the cache; the others leave when it has.',
        choices: [
          { value: 'group', label: 'One leads its group' },
          { value: 'off', label: 'Off: all leave at once' },
        ],
      },
      number('fork.gateHoldMs', 'Wait for the leader', 'seconds', 'At most this long.', 1000),
      {
        kind: 'choice',
        name: 'notify.wake',
        label: 'Results wake the parent',
        hint: 'A cold parent pays to write its whole history again.',
        choices: [
          { value: 'warm', label: 'While its cache is warm' },
          { value: 'always', label: 'Always' },
          { value: 'never', label: 'Never' },
        ],
      },
    ],
  },
  {
    title: 'Budgets',
    fields: [
      budget('budget.fork', 'One fork', 'Nothing starts, and what runs pauses, when it is used up.'),
      budget('budget.group', 'Siblings together', 'The forks of one start.'),
      budget('budget.session', 'One session', 'All its threads.'),
      budget('budget.day', 'One day', 'Everything on this computer.'),
    ],
  },
  {
    title: 'Limits',
    fields: [
      number('limits.forkSteps', 'Steps of a fork', 'requests', 'Then it stops and says so.'),
      number('limits.agentSteps', 'Steps of an agent', 'requests', 'Then it stops and says so.'),
      number('replace.resultChars', 'Long result', 'characters', 'A longer one is sent as a preview.'),
      number('replace.messageChars', 'Results of a message', 'characters', 'All results together.'),
      number('replace.previewChars', 'Preview', 'characters', 'What is sent instead.'),
    ],
  },
  {
    title: 'Worktrees',
    fields: [
      {
        kind: 'lines',
        name: 'worktree.copy',
        label: 'Copied into each',
        placeholder: '.env',
        hint: 'Ignored files a fork needs: one path or pattern of the project on each line.',
      },
      {
        kind: 'lines',
        name: 'worktree.link',
        label: 'Linked into each',
        placeholder: 'node_modules',
        hint: 'Shared with your checkout, and so changed for both.',
      },
      {
        kind: 'choice',
        name: 'worktree.submodules',
        label: 'Submodules',
        hint: 'Filling them writes submodule.* into the configuration of the repository.',
        choices: [
          { value: 'tell', label: 'Told of, left empty' },
          { value: 'fill', label: 'Filled' },
        ],
      },
      number('worktree.rescueDays', 'Discarded worktrees', 'days', 'How long they are kept as folders.'),
      {
        kind: 'lines',
        name: 'editor.command',
        label: 'Your editor',
        placeholder: 'code\n--goto\n{file}',
        hint: 'The program, then one argument on each line; {file} and {folder} are put in. No shell reads it.',
      },
    ],
  },
  {
    title: 'Web',
    fields: [
      {
        kind: 'lines',
        name: 'web.privateHosts',
        label: 'Private hosts',
        placeholder: 'localhost',
        hint: 'Agents may fetch pages from these although they lie in a private network: one host on each line, *.name for all below a name. Each is still asked.',
      },
      {
        kind: 'choice',
        name: 'web.serverTools',
        label: 'The provider’s own web tools',
        hint: 'The provider does it by itself, and nothing of it is asked. They count for new sessions, and only with domains.',
        choices: [
          { value: 'none', label: 'None' },
          { value: 'search', label: 'Search' },
          { value: 'fetch', label: 'Fetch' },
          { value: 'both', label: 'Search and fetch' },
        ],
      },
      {
        kind: 'lines',
        name: 'web.serverDomains',
        label: 'Domains for them',
        placeholder: 'docs.example.com',
        hint: 'One on each line; all below it belongs to it.',
      },
    ],
  },
  {
    title: 'Updates',
    fields: [
      {
        kind: 'switch',
        name: 'update.automatic',
        label: 'Look for newer versions',
        hint: 'One that was found is put in place when you quit, never before.',
      },
    ],
  },
  {
    title: 'Appearance',
    fields: [
      {
        kind: 'choice',
        name: 'theme',
        label: 'Theme',
        hint: '',
        choices: [
          { value: 'system', label: 'As the system' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ],
      },
      {
        kind: 'choice',
        name: 'notify.system',
        label: 'Notifications while the window is not in front',
        hint: '',
        choices: [
          { value: 'desktop', label: 'From the desktop app' },
          { value: 'always', label: 'From a browser as well' },
          { value: 'never', label: 'Never' },
        ],
      },
    ],
  },
]
