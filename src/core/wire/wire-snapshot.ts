// The wire snapshot: every field of a request's body except messages, stream and diagnostics, frozen as text.

/** How long a cache entry lives; chosen per session, inherited by forks, never changed in a thread's life. */
export type CacheTtl = '5m' | '1h'
