// Apart from the schemas, so that the page knows them without carrying a validator.

/** The longest text that can be searched for. */
export const MAX_SEARCH_CHARS = 10_000
/** The most hits one answer holds. */
export const MAX_SEARCH_HITS = 100
