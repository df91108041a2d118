// How much a single call may take in and give back.

/** A result stays below the 50,000 characters from which the host replaces it by a preview, notes included. */
export const RESULT_CHARS = 45_000

/** Lines `read` returns when it is not told how many. */
export const READ_LINES = 2000
/** What is longer of a line is cut, with a note. */
export const LINE_CHARS = 2000
/** The largest file whose content is remembered as read, and so can be edited or overwritten. */
export const REMEMBERED_BYTES = 64 * 1024 * 1024
/** The largest file `edit` takes. */
export const EDIT_BYTES = 16 * 1024 * 1024
/** The largest image or PDF that is opened; what is sent of it is smaller. */
export const IMAGE_FILE_BYTES = 64 * 1024 * 1024

export const GLOB_RESULTS = 200
/** Of a line that matches, `grep` shows this much. */
export const GREP_COLUMNS = 500
export const SEARCH_MS = 60_000

export const COMMAND_MS = 120_000
export const COMMAND_MS_MAX = 600_000
/** Of a long output the beginning and the end are shown. */
export const OUTPUT_HEAD_CHARS = 15_000
export const OUTPUT_TAIL_CHARS = 30_000
export const OUTPUT_FILE_BYTES = 100 * 1024 * 1024
