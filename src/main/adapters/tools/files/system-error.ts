const SENTENCES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the disk',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than the system allows',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'too many symbolic links',
  EMFILE: 'too many open files',
  ENFILE: 'too many open files',
  EBUSY: 'it is in use',
  EIO: 'the disk reported an error',
  E2BIG: 'the command is too long for the system',
}

/**
 * One sentence for a system error a call ran into, without the system's own text, which differs from platform to platform.
 *
 * @returns null when it is no system error, and so a bug
 */
export function systemErrorSentence(error: unknown, what: string): string | null {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error) || typeof error.code !== 'string')
    return null
  return `${what}: ${SENTENCES[error.code] ?? `the system answered ${error.code}`}.`
}
