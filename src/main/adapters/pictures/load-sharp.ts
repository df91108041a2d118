// The library that decodes and reduces pictures; loaded with the first one, since it is large and native.
import type sharp from 'sharp'

export type Sharp = typeof sharp

let loading: Promise<Sharp | null> | null = null

/** The library, or null where it does not run (an older Node, a system it was not built for): asked once. */
export function loadSharp(): Promise<Sharp | null> {
  loading ??= import('sharp').then(
    (module) => module.default,
    () => null,
  )
  return loading
}
