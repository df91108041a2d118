// Settings: flat keys, each with its type and default. The key of the provider is written, never read back.
import { z } from 'zod'
import { keyBindings } from './key-bindings'
import { isProjectPath } from './project-path'
import { type NumericSetting, SETTING_RANGES } from './setting-ranges'
import { permissionMode } from './thread'
import { nanoUsd } from './units'
import { updateFacts } from './update'
import { isHostName } from './web-address'

const budget = nanoUsd.positive().nullable()
const whole = (name: NumericSetting) => z.number().int().min(SETTING_RANGES[name].min).max(SETTING_RANGES[name].max)

/** An address is stored and shown: it carries nothing secret. */
export const providerUrl = z
  .url({ protocol: /^https?$/, error: 'a whole address is expected, such as https://api.example.com' })
  .refine((address) => !/[@?#]/.test(address), 'an address without user, password, query or fragment is expected')

/** What a header can carry: everything else is not a key, and would be quoted by whoever chokes on it. */
const providerKey = z
  .string()
  .trim()
  .min(1)
  .max(10_000)
  .refine((key) => /^[\x21-\x7e]*$/.test(key), 'a key of printable ASCII characters is expected')

const argument = z
  .string()
  .min(1)
  .max(4_096)
  .refine((text) => !text.includes('\0'), 'text without a NUL character is expected')

/** A host as an address has it: lower case, punycode, no port. */
const hostPattern = z
  .string()
  .max(255)
  .refine(
    (text) => isHostName(text.replace(/^\*\./, '')),
    'a host is expected, such as localhost, 10.0.0.7 or *.corp.example',
  )
const domain = z
  .string()
  .max(255)
  .refine((text) => isHostName(text) && text.includes('.'), 'a domain is expected, such as docs.example.com')

/** Paths below the project, and nothing that leads out of it or into a git folder. */
const placed = z
  .array(
    argument.refine(isProjectPath, 'a path inside the project is expected, such as .env or packages/*/node_modules'),
  )
  .max(100)

export const settingsSchema = z.object({
  baseUrl: providerUrl.nullable(),
  model: z.string().min(1).max(200),
  effort: z.enum(['low', 'medium', 'high', 'max']).nullable(),
  permissionMode,
  'fork.mode': z.boolean(),
  'fork.concurrency': whole('fork.concurrency'),
  'fork.gate': z.enum(['group', 'off']),
  'fork.gateHoldMs': whole('fork.gateHoldMs'),
  /** null: a worktree where the project is a git repository with a commit, else none. */
  'fork.isolation': z.enum(['worktree', 'none']).nullable(),
  'notify.wake': z.enum(['warm', 'always', 'never']),
  'budget.fork': budget,
  'budget.group': budget,
  'budget.session': budget,
  'budget.day': budget,
  'cache.ttl': z.enum(['5m', '1h']),
  'replace.resultChars': whole('replace.resultChars'),
  'replace.messageChars': whole('replace.messageChars'),
  'replace.previewChars': whole('replace.previewChars'),
  'limits.forkSteps': whole('limits.forkSteps'),
  'limits.agentSteps': whole('limits.agentSteps'),
  'worktree.rescueDays': whole('worktree.rescueDays'),
  /** Ignored files and folders of a project that a new worktree gets as copies: paths or globs, relative to the project. */
  'worktree.copy': placed,
  /** Ignored folders and files that a new worktree shares with the parent's checkout by a link. */
  'worktree.link': placed,
  /** Whether submodules are filled in a new worktree, or only told of. */
  'worktree.submodules': z.enum(['tell', 'fill']),
  /** Program and arguments; `{file}` and `{folder}` are put in. No shell reads it. */
  'editor.command': z.array(argument).min(1).max(50).nullable(),
  /** Hosts that WebFetch may reach although they lie in a private network: names, addresses, `*.name` for all below one. */
  'web.privateHosts': z.array(hostPattern).max(100),
  /** Which tools of the provider a new session has: it searches and fetches itself, and nothing of that is asked. */
  'web.serverTools': z.enum(['none', 'search', 'fetch', 'both']),
  /** The domains those are held to, each with all below it; without one they are not offered. */
  'web.serverDomains': z.array(domain).max(100),
  /** Whether the desktop app looks for newer versions of itself, and puts one in place when it quits. */
  'update.automatic': z.boolean(),
  theme: z.enum(['system', 'light', 'dark']),
  /** Who tells the person of a question while the window is not in front: the desktop app, a browser as well, nobody. */
  'notify.system': z.enum(['desktop', 'always', 'never']),
  'keyboard.bindings': keyBindings,
  /** Hints a person was given: each is given once. */
  'hints.seen': z.array(z.string().min(1).max(60)).max(100),
})
export type Settings = z.infer<typeof settingsSchema>

export const DEFAULT_SETTINGS: Settings = {
  baseUrl: null,
  model: 'claude-opus-5-5',
  effort: null,
  permissionMode: 'default',
  'fork.mode': true,
  'fork.concurrency': 8,
  'fork.gate': 'group',
  'fork.gateHoldMs': 60_000,
  'fork.isolation': null,
  'notify.wake': 'warm',
  'budget.fork': null,
  'budget.group': null,
  'budget.session': null,
  'budget.day': null,
  'cache.ttl': '5m',
  'replace.resultChars': 50_000,
  'replace.messageChars': 200_000,
  'replace.previewChars': 2_000,
  'limits.forkSteps': 200,
  'limits.agentSteps': 30,
  'worktree.rescueDays': 30,
  'worktree.copy': [],
  'worktree.link': [],
  'worktree.submodules': 'tell',
  'editor.command': null,
  'web.privateHosts': [],
  'web.serverTools': 'none',
  'web.serverDomains': [],
  'update.automatic': true,
  theme: 'system',
  'notify.system': 'desktop',
  'keyboard.bindings': {},
  'hints.seen': [],
}

/** What `settings.read` answers: the settings, and what is known about the key without the key. */
export const settingsView = settingsSchema.extend({
  /** How long the cache entries of a new session live: as chosen, where the provider has entries of that kind. */
  cacheTtlInForce: settingsSchema.shape['cache.ttl'],
  /** Whether the provider has entries that live an hour, so that they can be chosen for a session. */
  hourTtlOffered: z.boolean(),
  hasApiKey: z.boolean(),
  /** Where the key in use comes from. */
  apiKeySource: z.enum(['environment', 'vault', 'memory', 'demo']).nullable(),
  /** Whether a typed key outlives the process on this machine. */
  apiKeyPersists: z.boolean(),
  /** What is known of a newer version of the app. */
  update: updateFacts,
})
export type SettingsView = z.infer<typeof settingsView>

/** What `settings.write` takes: any of the settings, or the key (null forgets it). */
export const settingsPatch = settingsSchema.partial().extend({ apiKey: providerKey.nullable().optional() }).strict()
export type SettingsPatch = z.infer<typeof settingsPatch>
