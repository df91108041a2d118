// What is said about the key: that there is one, where it comes from and how long it stays. Never the key.
import type { SettingsView } from '../../../shared/domain/settings'
import { parseUrl } from './parse-url'

/** Whether there is a key, in two or three words. */
export function keyBadge(settings: Pick<SettingsView, 'hasApiKey' | 'apiKeySource'>): string {
  if (settings.apiKeySource === 'demo') return 'no key needed'
  return settings.hasApiKey ? 'key set' : 'no key'
}

/** Where the key in use comes from. */
export function keySourceWords(settings: Pick<SettingsView, 'hasApiKey' | 'apiKeySource'>): string {
  if (settings.apiKeySource === 'demo') return 'The demo plays without a key.'
  if (!settings.hasApiKey) return 'No key is set.'
  switch (settings.apiKeySource) {
    case 'environment':
      return 'A key comes from ANTHROPIC_API_KEY. It wins over one typed here.'
    case 'vault':
      return 'A key is kept in the system’s keychain. It is never shown again.'
    case 'memory':
      return 'A key is kept in memory until Tine closes.'
    default:
      return 'A key is set.'
  }
}

/** What will happen to a key that is typed now. */
export function keyPlaceWords(persists: boolean): string {
  return persists
    ? 'It goes into the system’s keychain and is never shown again.'
    : 'Tine finds no keychain here: it stays in memory until Tine closes, and is asked for again.'
}

/** Whether a changed base URL leaves the typed key behind, since a key belongs to the server it was entered for. */
export function asksForKeyAgain(settings: Pick<SettingsView, 'apiKeySource' | 'baseUrl'>, baseUrl: string): boolean {
  const typed = settings.apiKeySource === 'vault' || settings.apiKeySource === 'memory'
  return typed && originOf(settings.baseUrl ?? '') !== originOf(baseUrl)
}

const OWN_ORIGIN = 'https://api.anthropic.com'

function originOf(text: string): string {
  if (text.trim() === '') return OWN_ORIGIN
  return parseUrl(text)?.origin ?? text
}
