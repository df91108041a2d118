// Apart from the schemas, so that the page knows them without carrying a validator.

/** The most attachments of one message, files named with `@` among them; and of one draft. */
export const MAX_ATTACHMENTS = 20

/** The largest file that is taken, in bytes: a picture is reduced before it is sent. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024

/** How much of a file one frame carries, in characters of base64; a multiple of four. */
export const MAX_CHUNK_CHARS = 4 * 1024 * 1024

/** How much all files that stand in a message itself may come to, in characters of base64: with its text they fit one frame. */
export const MAX_INLINE_CHARS = 8 * 1024 * 1024

/** The longest name of a file, in characters. */
export const MAX_NAME_CHARS = 255
