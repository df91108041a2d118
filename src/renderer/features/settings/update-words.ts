import type { UpdateFacts } from '../../../shared/domain/update'

/** What is known of a newer version, in a sentence. */
export function updateWords({ state, version, reason }: UpdateFacts): string {
  switch (state) {
    case 'none':
      return `This app does not update itself. ${reason ?? ''}`.trim()
    case 'off':
      return 'Nobody looks for newer versions.'
    case 'idle':
      return 'No newer version is known.'
    case 'checking':
      return 'Looking for a newer version.'
    case 'loading':
      return `Version ${version ?? ''} is being fetched.`
    case 'ready':
      return `Version ${version ?? ''} is put in place when you quit.`
    case 'failed':
      return `Looking for a newer version failed, and is tried again later: ${reason ?? ''}`
  }
}
