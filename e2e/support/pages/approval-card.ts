// The dialog "Approval": one question at a time, the oldest first.
import { expect, type Locator, type Page } from '@playwright/test'

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

  /** Presses a button as soon as the card may be answered; an answer has arrived when this returns. */
  async answer(answer: Answer): Promise<void> {
    await this.armed.waitFor()
    const asked = await this.dialog.getAttribute('aria-describedby')
    await this.button(answer).click()
    if (answer === 'Edit input' || answer === 'Deny with a note') return
    await this.page.locator(`[role="dialog"][aria-describedby="${asked}"]`).waitFor({ state: 'detached' })
  }

  /** Allows whatever is asked, each once, until `end` is seen. */
  async allowUntil(end: Locator): Promise<void> {
    for (;;) {
      await this.armed.or(end).first().waitFor({ timeout: 60_000 })
      if (await end.isVisible()) return
      await this.answer('Allow once')
    }
  }

  /** Turns the card to a fork's question, wherever it lies in the queue, and waits for it where it is still to come. */
  async turnTo(title: string): Promise<void> {
    await expect(async () => {
      for (const way of ['Next approval', 'Previous approval']) {
        const button = this.dialog.getByRole('button', { name: way })
        await this.armed.waitFor()
        while (!(await this.of(title).isVisible()) && (await button.isEnabled())) {
          await button.click()
          await this.armed.waitFor()
        }
      }
      await expect(this.of(title)).toBeVisible({ timeout: 100 })
    }).toPass({ timeout: 15_000 })
  }
}
