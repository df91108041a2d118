import { createContext, use } from 'react'
import type { HostClient } from './host-client'

/** Provided once, by app/app.tsx. */
export const HostContext = createContext<HostClient | null>(null)

/** The host, for a component that gives commands. */
export function useHost(): HostClient {
  const host = use(HostContext)
  if (!host) throw new Error('useHost outside of HostContext')
  return host
}
