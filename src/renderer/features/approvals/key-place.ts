// Where the keyboard is, as far as an approval card is concerned, and whether its letters mean the card there.

export type KeyPlace = 'card' | 'message' | 'field' | 'page' | 'elsewhere'

/** Where an element is: in the card, in the message field, in another field, on the page or the timeline, or elsewhere. */
export function keyPlaceOf(element: Element | null): KeyPlace {
  if (!element || element === element.ownerDocument.body) return 'page'
  if (element.closest('[role="dialog"][aria-label="Approval"]')) return 'card'
  if (element.closest('[data-message]')) return 'message'
  if (element.closest('input, textarea, select, [contenteditable]')) return 'field'
  return element.closest('[aria-label="Timeline"]') ? 'page' : 'elsewhere'
}

/**
 * Whether the letters of the card answer it. In a field they are text; outside the card a draft in the composer keeps them,
 * since it may be meant to go on.
 */
export function lettersReach(place: KeyPlace, draft: boolean): boolean {
  return place === 'card' || (!draft && place === 'page')
}
