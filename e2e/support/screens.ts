// Looks at a state of the window in both themes: a picture for people, and axe for what a picture does not show.
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Page, TestInfo } from '@playwright/test'
import { expect } from './fixtures'

const THEMES = ['light', 'dark'] as const
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
    for (const colorScheme of THEMES) {
      await this.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const path = join(this.info.project.outputDir, 'screens', `${name}-${colorScheme}.png`)
      await this.page.screenshot({ path })
      const axe = new AxeBuilder({ page: this.page }).withTags(RULES).disableRules(NOT_OURS).setLegacyMode()
      const { violations } = await axe.analyze()
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(
          ({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary?.split('\n')[1]?.trim()}`,
        ),
      )
      expect.soft(found, `${name}, ${colorScheme}`).toEqual([])
    }
    await this.page.emulateMedia({ colorScheme: null, reducedMotion: null })
  }
}
