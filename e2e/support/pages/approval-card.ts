// The dialog "Approval": one question at a time, the oldest first.
import type { Locator, Page } from '@playwright/test'

type Answer =
  | 'Allow once'
  | 'Allow for this fork'
  | 'Allow for this session'
  | 'Allow for this project'
  | 'Deny'
  | 'Deny with a note'
  | 'Edit input'

export class ApprovalCard {
  constructor(private readonly page: Page) {}

  get dialog(): Locator {
    return this.page.getByRole('dialog', { name: 'Approval', exact: true })
  }

  /** The card of one fork, by its title. */
  of(title: string): Locator {
    return this.dialog.filter({ has: this.page.getByRole('button', { name: title, exact: true }) })
  }

  /** The place in the queue. */
  place(n: number, total: number): Locator {
    return this.dialog.getByText(`${n} of ${total}`, { exact: true })
  }

  button(answer: Answer): Locator {
    return this.dialog.getByRole('button', { name: answer, exact: true })
  }

  /** Presses a button once the card may be answered: for a moment after it changed, nothing on it acts. */
  async answer(answer: Answer): Promise<void> {
    await this.dialog.and(this.page.locator('[data-armed]')).waitFor()
    await this.button(answer).click()
  }

  async next(): Promise<void> {
    await this.dialog.and(this.page.locator('[data-armed]')).waitFor()
    await this.dialog.getByRole('button', { name: 'Next approval' }).click()
  }

  /** Turns the card to a fork's question, whichever came first. */
  async turnTo(title: string): Promise<void> {
    await this.dialog.waitFor()
    while (!(await this.of(title).isVisible())) await this.next()
  }
}
