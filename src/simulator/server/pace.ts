/** How fast an answer comes, in milliseconds; 0 is at once (for pings: never). */
export type Pace = { firstByteMs: number; chunkMs: number; pingEveryMs: number }
