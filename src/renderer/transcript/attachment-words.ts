// An attachment in words: what it is, how large, and what was done to it.
import type { AttachmentFacts } from '../../shared/domain/attachment'
import { formatBytes, plural } from '../ui/format-count'

/** `1568 × 784 · 201 kB`, `12 pages · 1.2 MB`, `3.1 kB`. */
export function attachmentSize({ kind, width, height, pages, bytes }: AttachmentFacts): string {
  const size = formatBytes(bytes)
  if (kind === 'image' && width !== null && height !== null) return `${width} × ${height} · ${size}`
  if (kind === 'document') return pages === null ? `PDF · ${size}` : `${plural(pages, 'page')} · ${size}`
  return kind === 'folder' ? 'names in the folder' : size
}

/** `reduced from 2400 × 1200, 2.1 MB`; null where it goes as it came. */
export function reducedWords({ reducedFrom, width, height }: AttachmentFacts): string | null {
  if (!reducedFrom) return null
  const { width: from, height: high, bytes } = reducedFrom
  const side = from === width && high === height ? '' : `${from} × ${high}, `
  return `reduced from ${side}${formatBytes(bytes)}`
}

/** All there is to say of one beside its name. */
export function attachmentWords(facts: AttachmentFacts): string {
  return [attachmentSize(facts), reducedWords(facts), ...facts.notes].filter((words) => words !== null).join(' · ')
}
