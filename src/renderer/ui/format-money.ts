/**
 * An amount of NanoUsd as a person reads it: three decimals below one dollar, two above; a dash for what has no price.
 * An amount above nothing never reads as nothing.
 */
export function formatMoney(nanoUsd: number | null): string {
  if (nanoUsd === null) return '–'
  const sign = nanoUsd < 0 ? '−' : ''
  const usd = Math.abs(nanoUsd) / 1e9
  if (usd === 0) return '$0'
  if (usd < 0.0005) return `${sign}<$0.001`
  if (usd < 0.9995) return `${sign}$${usd.toFixed(3)}`
  return `${sign}$${usd.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
}
