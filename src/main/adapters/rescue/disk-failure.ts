import type { Failure } from '../../../shared/contract/failure'

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const REFUSED = new Set(['EROFS', 'EACCES', 'EPERM', 'EIO', 'EBUSY', 'ENOENT', 'ENOTDIR', 'EXDEV', 'EMFILE', 'ENFILE'])

/** What the disk said, as a failure a person can act on; null for an error that is none of its. */
export function failureOfDisk(error: unknown): Failure | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  const path = 'path' in error && typeof error.path === 'string' ? error.path : null
  const facts = { system: error.code, ...(path === null ? {} : { path }) }
  if (FULL.has(error.code)) return { code: 'store.full', message: 'The disk is full; nothing was removed.', ...facts }
  if (!REFUSED.has(error.code)) return null
  return { code: 'conflict', message: `The disk refused (${error.code})${path === null ? '' : `: ${path}`}.`, ...facts }
}
