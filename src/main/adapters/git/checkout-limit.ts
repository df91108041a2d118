/** How long writing all files of a checkout may take, in milliseconds: a large repository on a slow disk. */
export const CHECKOUT_LIMIT_MS = 600_000
