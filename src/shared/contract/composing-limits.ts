// Apart from the schemas, so that the page knows them without carrying a validator.

/** A longer text is kept by the page alone. */
export const MAX_DRAFT_CHARS = 200_000

/** The most files one answer lists. */
export const MAX_FILES_FOUND = 100
