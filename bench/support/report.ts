// Owns how results are printed: Markdown, so that a table can go into a README as it is.
import { machineLine } from './machine'

/** Begins a report: a heading, and the machine as it was before anything was measured. */
export function heading(title: string): void {
  console.log(`### ${title}\n\n_${machineLine()}_\n`)
}

/** Prints rows under a header, columns aligned; numbers stand to the right. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = header.map((name, n) => Math.max(3, name.length, ...rows.map((row) => (row[n] ?? '').length)))
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, n) => (n === 0 ? (cells[n] ?? '').padEnd(width) : (cells[n] ?? '').padStart(width))).join(' | ')} |`
  const rule = widths.map((width, n) => (n === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  console.log([line(header), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n'))
}

/** Prints what a reader of the table above has to know. */
export function note(text: string): void {
  console.log(`\n${text}\n`)
}

/** Milliseconds for people. */
export function ms(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
}

/** A whole number with its thousands apart. */
export function count(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

/** A share in per cent, cut and not rounded: what is less than all never reads as all. */
export function share(value: number): string {
  return `${(Math.floor(value * 10_000) / 100).toFixed(2)} %`
}

/** Bytes in the unit a person would choose. */
export function bytes(value: number): string {
  if (Math.abs(value) < 10_000) return `${Math.round(value)} B`
  if (Math.abs(value) < 10_000_000) return `${(value / 1024).toFixed(1)} KiB`
  return `${(value / 1024 ** 2).toFixed(1)} MiB`
}

/** The middle value; the mean of the two in the middle of an even number. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  if (sorted.length === 0) throw new Error('nothing was measured')
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2
}

/** Lowest and highest, since a median alone hides how far a noisy machine throws. */
export function spread(values: readonly number[]): string {
  return `${ms(Math.min(...values))}–${ms(Math.max(...values))}`
}
