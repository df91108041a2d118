// Looks at a state of the window in both themes: a picture for people, and axe for what a picture does not show.
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Page, TestInfo } from '@playwright/test'
import { expect } from './fixtures'

/** The rules of WCAG 2.2 at level AA. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** A choice of the first screen is named by its title; the sentence below it is its description, which this rule takes for a label. */
const NOT_OURS = ['label-content-name-mismatch']

export class Screens {
  constructor(
    private readonly page: Page,
    private readonly info: TestInfo,
  ) {}

  /** Keeps `screens/NAME-THEME.png` of both themes; what axe finds fails the story at its end, so that all screens are seen. */
  async look(name: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await this.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await this.page.screenshot({ path: join(this.info.project.outputDir, 'screens', `${name}-${colorScheme}.png`) })
      expect.soft(await this.problems(colorScheme), `${name}, ${colorScheme}`).toEqual([])
    }
    await this.page.emulateMedia({ colorScheme: null, reducedMotion: null })
  }

  private async problems(theme: 'light' | 'dark'): Promise<string[]> {
    const axe = new AxeBuilder({ page: this.page }).setLegacyMode()
    // A theme changes colours and nothing else.
    if (theme === 'light') axe.withTags(RULES).disableRules(NOT_OURS)
    else axe.withRules(['color-contrast'])
    const { violations } = await axe.analyze()
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary?.split('\n')[1]?.trim()}`),
    )
  }
}
