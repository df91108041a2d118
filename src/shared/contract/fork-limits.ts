// Apart from the schemas, so that the page carries no validator for two numbers.

/** How many forks one command starts at most. */
export const MAX_DIRECTIVES = 16

/** The longest directive, in characters. */
export const MAX_DIRECTIVE_CHARS = 100_000
