// The regions of a session's screen, of Home and of Storage, in the order F6 goes through them, and where each is entered.

/** The only form that is a region: a dialog's or the settings' is not. */
export const COMPOSER = 'form[aria-label="Composer"]'
const CARD = '[role="dialog"][aria-label="Approval"]'

interface Region {
  region: string
  /** What takes the focus, the best first; a box of text that scrolls is none of them. */
  entries: readonly string[]
}

const FIRST_CONTROL = 'button:not(:disabled), input:not(:disabled)'

/** What such a bar is there for stands at its end. */
const LAST_BUTTON = 'button:last-of-type:not(:disabled)'

const REGIONS: readonly Region[] = [
  { region: 'nav[aria-label="Outline"]', entries: ['[role="treeitem"][tabindex="0"]', FIRST_CONTROL] },
  { region: '[aria-label="Timeline"]', entries: ['[data-row][tabindex="0"]', '[role="feed"]', FIRST_CONTROL] },
  { region: CARD, entries: [] },
  { region: '[aria-label="Marked to compare"]', entries: [LAST_BUTTON, FIRST_CONTROL] },
  { region: '[aria-label="Stopped"]', entries: [LAST_BUTTON, FIRST_CONTROL] },
  // What can be done about it stands before what puts it away.
  { region: '[aria-label="Just done"]', entries: [FIRST_CONTROL] },
  { region: COMPOSER, entries: ['textarea:not(:disabled)', FIRST_CONTROL] },
  { region: '[aria-label="Inspector"]', entries: ['[role="tab"][data-state="active"]', FIRST_CONTROL] },
  { region: 'nav[aria-label="Projects"]', entries: ['[aria-current]', FIRST_CONTROL] },
  { region: 'section[aria-label="Worktrees"]', entries: ['tbody button:not(:disabled)', FIRST_CONTROL] },
  { region: 'main[aria-label="Sessions"]', entries: ['a[data-session]', FIRST_CONTROL] },
  { region: 'header', entries: [FIRST_CONTROL] },
]

/** Gives the focus to the next region (1) or the one before (-1) that has something to focus. */
export function nextRegion(page: Document, direction: 1 | -1): void {
  const present = REGIONS.flatMap((each) => {
    const element = find(page, each)
    return element ? [{ element, each }] : []
  })
  const found = present.findIndex(({ element }) => element.contains(page.activeElement))
  const at = found < 0 && direction < 0 ? 0 : found
  const count = present.length
  for (let step = 1; step <= count; step += 1) {
    const next = present[(at + direction * step + count * 2) % count]
    if (next && enter(next.element, next.each)) return
  }
}

/** The selector of the region an element is in; null outside all of them. */
export function regionOf(element: Element): string | null {
  return REGIONS.find(({ region }) => element.closest(`#root ${region}`))?.region ?? null
}

/** Gives the focus to a region by its selector. Answers whether it took it. */
export function enterRegion(page: Document, selector: string | null): boolean {
  const region = REGIONS.find((each) => each.region === selector)
  const element = region && find(page, region)
  return element ? enter(element, region) : false
}

function find(page: Document, { region }: Region): HTMLElement | null {
  return page.querySelector<HTMLElement>(`#root ${region}`)
}

function enter(element: HTMLElement, { region, entries }: Region): boolean {
  const target =
    region === CARD ? element : entries.map((entry) => element.querySelector<HTMLElement>(entry)).find(Boolean)
  target?.focus()
  return target !== undefined && target !== null && target === element.ownerDocument.activeElement
}
