/** A count in at most four signs: `950`, `48.5k`, `1.2M`. */
export function formatCount(count: number): string {
  if (count < 1000) return String(Math.round(count))
  if (count < 99_950) return `${trim(count / 1000)}k`
  if (count < 999_500) return `${Math.round(count / 1000)}k`
  return count < 99_950_000 ? `${trim(count / 1e6)}M` : `${Math.round(count / 1e6)}M`
}

/** A share as whole per cent, `98 %`; never 100 % while something is missing, nor 0 % while something is there. */
export function formatShare(part: number, whole: number): string {
  if (whole <= 0) return '0 %'
  const share = Math.round((part / whole) * 100)
  if (share === 100 && part < whole) return '99 %'
  if (share === 0 && part > 0) return '1 %'
  return `${share} %`
}

/** Bytes in steps of 1,000: `812 B`, `4.1 kB`, `2.3 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 999_950) return `${trim(bytes / 1000)} kB`
  return `${trim(bytes / 1e6)} MB`
}

/** `1 fork`, `3 forks`; for words that take an s. */
export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}

function trim(value: number): string {
  return value < 99.95 ? value.toFixed(1).replace(/\.0$/, '') : String(Math.round(value))
}
