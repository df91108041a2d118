// Pages read a short while ago, so that the threads of a session that ask for the same one ask its server once.
import type { Clock } from '../../services/ports/clock'
import type { ReadPage } from './read-page'
import { CACHE_CHARS, CACHE_MS } from './web-limits'

export class PageCache {
  private readonly pages = new Map<string, { page: ReadPage; at: number }>()
  private chars = 0

  constructor(private readonly clock: Clock) {}

  /** The page as it was read, if that is less than a quarter of an hour ago. */
  get(url: string): { page: ReadPage; ageMs: number } | null {
    const kept = this.pages.get(url)
    if (!kept) return null
    const ageMs = this.clock.now() - kept.at
    if (ageMs >= 0 && ageMs < CACHE_MS) return { page: kept.page, ageMs }
    this.drop(url)
    return null
  }

  /** Keeps a page; the oldest ones make room for it. */
  put(url: string, page: ReadPage): void {
    this.drop(url)
    this.pages.set(url, { page, at: this.clock.now() })
    this.chars += page.text.length
    for (const oldest of this.pages.keys()) {
      if (this.chars <= CACHE_CHARS) return
      this.drop(oldest)
    }
  }

  private drop(url: string): void {
    this.chars -= this.pages.get(url)?.page.text.length ?? 0
    this.pages.delete(url)
  }
}
