// Which hints a person has seen: each is given once, whatever window or address they come by.
import type { HostClient } from '../client/host-client'
import { receiveSettings } from './receive'
import { appStore } from './store'

/** Whether a hint was given before; also while that is not known yet. */
export function hintGiven(name: string): boolean {
  return appStore.getState().view.settings?.['hints.seen'].includes(name) ?? true
}

/** Remembers that a hint was given. Where that fails it is given again another time, which harms nobody. */
export async function rememberHint(host: HostClient, name: string): Promise<void> {
  const seen = appStore.getState().view.settings?.['hints.seen']
  if (!seen || seen.includes(name)) return
  const [written] = await Promise.allSettled([
    host.call('settings.write', { patch: { 'hints.seen': [...seen, name] } }),
  ])
  if (written.status === 'fulfilled') receiveSettings(written.value)
}
