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

  /** The card once it may be answered: for a moment after it changed, nothing on it acts. */
  get armed(): Locator {
    return this.dialog.and(this.page.locator('[data-armed]'))
  }

  /** Presses a button as soon as the card may be answered. */
  async answer(answer: Answer): Promise<void> {
    await this.armed.waitFor()
    await this.button(answer).click()
  }

  /** Allows whatever is asked, each once, until `end` is seen. */
  async allowUntil(end: Locator): Promise<void> {
    for (;;) {
      await this.armed.or(end).first().waitFor({ timeout: 60_000 })
      if (await end.isVisible()) return
      const asked = await this.dialog.getAttribute('aria-describedby')
      await this.answer('Allow once')
      await this.page.locator(`[role="dialog"][aria-describedby="${asked}"]`).waitFor({ state: 'detached' })
    }
  }

  async next(): Promise<void> {
    await this.armed.waitFor()
    await this.dialog.getByRole('button', { name: 'Next approval' }).click()
  }

  /** Turns the card to a fork's question, whichever came first. */
  async turnTo(title: string): Promise<void> {
    await this.dialog.waitFor()
    while (!(await this.of(title).isVisible())) await this.next()
  }
}
