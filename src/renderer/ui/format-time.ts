/** A stretch of time in at most two units: `0.4 s`, `38 s`, `2 m 14 s`, `3 h 05 m`, `4 d`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, ms) / 1000
  if (seconds < 9.95) return `${seconds.toFixed(1).replace(/\.0$/, '')} s`
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} m ${pad(whole % 60)} s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 1440) return `${Math.floor(minutes / 60)} h ${pad(minutes % 60)} m`
  return `${Math.floor(minutes / 1440)} d`
}

/** A stretch of time that is still running: whole seconds, so that it does not flicker. */
export function formatElapsed(ms: number): string {
  return formatDuration(Math.max(0, Math.floor(ms / 1000)) * 1000)
}

/** How long ago: `now`, `4 min`, `3 h`, `2 d`, then the date. */
export function formatAge(atMs: number, nowMs: number): string {
  const minutes = Math.floor((nowMs - atMs) / 60_000)
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${minutes} min`
  if (minutes < 1440) return `${Math.floor(minutes / 60)} h`
  if (minutes < 1440 * 7) return `${Math.floor(minutes / 1440)} d`
  return formatDate(atMs)
}

/** `4 min ago`, `just now`; after a week the date. */
export function agoText(atMs: number, nowMs: number): string {
  const age = formatAge(atMs, nowMs)
  if (age === 'now') return 'just now'
  return / (min|h|d)$/.test(age) ? `${age} ago` : age
}

/** The time of day, `14:02`, in the person's own zone; with the date before it when it was not today. */
export function formatClock(atMs: number, nowMs: number): string {
  const at = new Date(atMs)
  const time = `${pad(at.getHours())}:${pad(at.getMinutes())}`
  return at.toDateString() === new Date(nowMs).toDateString() ? time : `${formatDate(atMs)}, ${time}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `30 Nov`; the year is left to the place where it matters. */
export function formatDate(atMs: number): string {
  const at = new Date(atMs)
  return `${at.getDate()} ${MONTHS[at.getMonth()]}`
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
