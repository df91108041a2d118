// The parts of a page by name, whatever runs behind it.
import type { Page } from '@playwright/test'
import { ApprovalCard } from './approval-card'
import { Changes } from './changes'
import { Compare } from './compare'
import { Composer } from './composer'
import { ForkDialog } from './fork-dialog'
import { HomePage } from './home-page'
import { Homecoming } from './homecoming'
import { Inspector } from './inspector'
import { LibraryPage } from './library'
import { Outline } from './outline'
import { Search } from './search'
import { SettingsPage } from './settings-page'
import { Storage } from './storage'
import { Timeline } from './timeline'

export abstract class PageParts {
  abstract readonly page: Page

  get home(): HomePage {
    return new HomePage(this.page)
  }

  get timeline(): Timeline {
    return new Timeline(this.page)
  }

  get compare(): Compare {
    return new Compare(this.page)
  }

  get composer(): Composer {
    return new Composer(this.page)
  }

  get forkDialog(): ForkDialog {
    return new ForkDialog(this.page)
  }

  get approval(): ApprovalCard {
    return new ApprovalCard(this.page)
  }

  get inspector(): Inspector {
    return new Inspector(this.page)
  }

  get changes(): Changes {
    return new Changes(this.page)
  }

  get homecoming(): Homecoming {
    return new Homecoming(this.page)
  }

  get outline(): Outline {
    return new Outline(this.page)
  }

  get search(): Search {
    return new Search(this.page)
  }

  get storage(): Storage {
    return new Storage(this.page)
  }

  get library(): LibraryPage {
    return new LibraryPage(this.page)
  }

  get settings(): SettingsPage {
    return new SettingsPage(this.page)
  }
}

/** The parts of a page nobody has to start again. */
export class ShownPage extends PageParts {
  constructor(readonly page: Page) {
    super()
  }
}
