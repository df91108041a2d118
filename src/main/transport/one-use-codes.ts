// Owns the codes that let a browser in once: unlike the token they may be seen in a list of processes or a history.
import { mintSecret, sameSecret } from './access-token'

/** How long a browser has to start and come here. */
export const CODE_LIFETIME_MS = 30_000

export class OneUseCodes {
  readonly #now: () => number
  #issued: { code: string; expiresAt: number }[] = []

  /** @param now milliseconds of a clock that never goes back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** A new code, good for one `take` within `CODE_LIFETIME_MS`. */
  issue(): string {
    const code = mintSecret()
    this.#issued.push({ code, expiresAt: this.#now() + CODE_LIFETIME_MS })
    return code
  }

  /** Whether the code was issued, is not too old, and was not taken before; afterwards it is worth nothing. */
  take(code: string): boolean {
    const now = this.#now()
    const valid = this.#issued.filter(({ expiresAt }) => now < expiresAt)
    this.#issued = valid.filter((issued) => !sameSecret(code, issued.code))
    return this.#issued.length < valid.length
  }
}
