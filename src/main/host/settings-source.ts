// Settings in force: flags over environment over what is stored over defaults; and the key, which is never read back.
import { ANTHROPIC_URL, ttlAt } from '../../core/pricing/model-table'
import { FailureError } from '../../shared/contract/failure'
import {
  DEFAULT_SETTINGS,
  providerUrl,
  type Settings,
  type SettingsPatch,
  type SettingsView,
  settingsSchema,
} from '../../shared/domain/settings'
import type { Provider } from '../services/host-parts'
import { noUpdates, type Updates } from '../services/ports/updates'
import type { SecretVault } from '../services/ports/vault'
import type { Store } from '../store/store'

export interface SettingsEnvironment {
  apiKey: string | null
  baseUrl: string | null
  model: string | null
  /** From `TINE_FORK_SUBAGENT`: false turns fork mode off whatever the setting says. */
  forkSubagent: boolean | null
}

/**
 * Reads the variables that decide settings.
 *
 * @throws FailureError `invalid_input` for an address that is none
 */
export function settingsEnvironment(env: NodeJS.ProcessEnv): SettingsEnvironment {
  const address = providerUrl.safeParse(env.ANTHROPIC_BASE_URL?.trim() || 'http://none')
  if (!address.success)
    throw new FailureError('invalid_input', `ANTHROPIC_BASE_URL is wrong: ${address.error.issues[0]?.message ?? ''}.`, {
      path: 'ANTHROPIC_BASE_URL',
    })
  const fork = env.TINE_FORK_SUBAGENT?.trim().toLowerCase()
  return {
    apiKey: env.ANTHROPIC_API_KEY?.trim() || null,
    baseUrl: env.ANTHROPIC_BASE_URL?.trim() || null,
    model: env.ANTHROPIC_MODEL?.trim() || null,
    forkSubagent: fork === undefined || fork === '' ? null : !['0', 'false', 'off', 'no'].includes(fork),
  }
}

export class SettingsSource {
  /** Called after settings were written: what waits because of them may go on. */
  onWritten: () => void = () => {}

  constructor(
    private readonly store: Store,
    private readonly environment: SettingsEnvironment,
    private readonly vault: SecretVault,
    /** The scripted model's address; null unless the whole app runs on it. */
    private readonly demoUrl: string | null,
    private readonly updates: Updates = noUpdates('Only the packaged desktop app does.'),
  ) {}

  /** Looks for updates from now on, where the setting says so; what comes of it is told as a change of the settings. */
  followUpdates(onBug: (error: unknown) => void): void {
    this.updates.onChange = () => void this.tell().catch(onBug)
    this.updates.follow(this.read()['update.automatic'])
  }

  /** Nothing is told any more. */
  close(): void {
    this.updates.onChange = () => {}
  }

  private async tell(): Promise<void> {
    const settings = await this.view()
    this.store.commit((tx) => tx.emit({ type: 'settings.changed', sessionId: null, settings }))
  }

  private known: { stored: object; settings: Settings } | null = null

  /** The settings in force now; they are only read. A stored value that no longer fits its form counts as its default. */
  read(): Settings {
    const stored = this.store.settings.readAll()
    if (this.known?.stored !== stored) this.known = { stored, settings: Object.freeze(this.parse(stored)) }
    return this.known.settings
  }

  private parse(stored: Readonly<Record<string, unknown>>): Settings {
    const merged: Record<string, unknown> = { ...DEFAULT_SETTINGS }
    for (const [key, schema] of Object.entries(settingsSchema.shape)) {
      const value = schema.safeParse(stored[key])
      if (key in stored && value.success) merged[key] = value.data
    }
    const settings = settingsSchema.parse(merged)
    const { baseUrl, model, forkSubagent } = this.environment
    if (baseUrl !== null) settings.baseUrl = baseUrl
    if (model !== null) settings.model = model
    if (forkSubagent !== null) settings['fork.mode'] = forkSubagent
    if (this.demoUrl !== null) settings.model = 'tine-demo'
    return settings
  }

  /** Whether models may fork where this was chosen: the variable beats it, and the setting stands where nothing was. */
  forkMode(chosen: boolean | null): boolean {
    return this.environment.forkSubagent ?? chosen ?? this.read()['fork.mode']
  }

  /** Whether the variable says so, so that no choice changes it. */
  get forkModeFixed(): boolean {
    return this.environment.forkSubagent !== null
  }

  async view(): Promise<SettingsView> {
    return this.viewWith(await this.keySource(this.origin()))
  }

  /**
   * Writes a patch and tells of it, in one transaction; the key goes to the vault, for the origin that will be in force, and
   * nowhere else.
   */
  async write(patch: SettingsPatch): Promise<SettingsView> {
    const { apiKey, ...settings } = patch
    const origin = this.originWith(settings)
    if (apiKey !== undefined) await this.vault.write(origin, apiKey)
    const source = await this.keySource(origin)
    const view = this.store.commit((tx) => {
      this.store.settings.write(settings)
      const written = this.viewWith(source)
      tx.emit({ type: 'settings.changed', sessionId: null, settings: written })
      return written
    })
    this.onWritten()
    this.updates.follow(this.read()['update.automatic'])
    return view
  }

  /** @throws FailureError `provider.no_key` */
  async provider(): Promise<Provider> {
    if (this.demoUrl !== null) return { baseUrl: this.demoUrl, apiKey: 'demo', demo: true }
    const apiKey = (await this.vault.read(this.origin())) ?? this.environmentKey(this.origin())
    if (apiKey === null)
      throw new FailureError(
        'provider.no_key',
        `There is no API key for ${this.origin()}. Add one in Settings, set ANTHROPIC_API_KEY, or try the demo.`,
        { origin: this.origin() },
      )
    return { baseUrl: this.baseUrl(), apiKey, demo: false }
  }

  private viewWith(source: SettingsView['apiKeySource']): SettingsView {
    const settings = this.read()
    return {
      ...settings,
      cacheTtlInForce: ttlAt(settings.baseUrl, settings['cache.ttl']),
      hourTtlOffered: ttlAt(settings.baseUrl, '1h') === '1h',
      hasApiKey: source !== null,
      apiKeySource: source,
      apiKeyPersists: this.vault.persistent,
      update: this.updates.facts(),
    }
  }

  private async keySource(origin: string): Promise<SettingsView['apiKeySource']> {
    if (this.demoUrl !== null) return 'demo'
    if ((await this.vault.read(origin)) !== null) return this.vault.persistent ? 'vault' : 'memory'
    return this.environmentKey(origin) === null ? null : 'environment'
  }

  /** A key from the environment belongs to the address the environment names, or to the provider's own. */
  private environmentKey(origin: string): string | null {
    const home = new URL(this.environment.baseUrl ?? ANTHROPIC_URL).origin
    return origin === home ? this.environment.apiKey : null
  }

  private baseUrl(): string {
    return this.read().baseUrl ?? ANTHROPIC_URL
  }

  private origin(): string {
    return new URL(this.baseUrl()).origin
  }

  /** The origin in force once a patch is written. */
  private originWith({ baseUrl }: SettingsPatch): string {
    if (baseUrl === undefined || this.environment.baseUrl !== null) return this.origin()
    return new URL(baseUrl ?? ANTHROPIC_URL).origin
  }
}
