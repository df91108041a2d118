// The timeline: turns, their calls, and the stubs of forks under the turns they leave.
import type { Locator, Page } from '@playwright/test'

export class Timeline {
  constructor(private readonly page: Page) {}

  get region(): Locator {
    return this.page.getByRole('region', { name: 'Timeline' })
  }

  turn(n: number): Locator {
    return this.region.getByRole('article', { name: `Turn ${n}`, exact: true })
  }

  /** The one row that Tab and F6 come to. */
  get reachable(): Locator {
    return this.region.locator('[data-row][tabindex="0"]')
  }

  /** The stub of a fork, which is named after its directive. */
  fork(directive: string): Locator {
    return this.region.getByRole('article', { name: directive, exact: true })
  }

  /** The heading over forks that leave the same turn. */
  group(forks: number, n: number): Locator {
    return this.region.getByRole('article', { name: `${forks} forks from turn ${n}`, exact: true })
  }

  get forks(): Locator {
    return this.region.getByRole('article').filter({ has: this.page.getByRole('heading', { level: 4 }) })
  }

  /** A call of a turn, as the line that opens it; `words` is its tool and what it is about. */
  call(turn: Locator, words: string | RegExp): Locator {
    return turn.getByRole('listitem').filter({ has: this.page.getByRole('button', { name: words }) })
  }

  /** Opens "Fork from turn N". */
  async forkFrom(n: number): Promise<void> {
    await this.turn(n).hover()
    await this.turn(n)
      .getByRole('button', { name: `Fork from turn ${n}` })
      .click()
  }

  async openFork(directive: string): Promise<void> {
    await this.fork(directive).getByRole('button', { name: 'Open', exact: true }).click()
  }

  /** What a fork sent home, by the fork's title. */
  report(title: string): Locator {
    return this.region.getByText(`Report from ${title}`, { exact: true })
  }
}
