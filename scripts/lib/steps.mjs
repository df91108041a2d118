// Owns running named steps and saying, in one table, what passed.

/**
 * Runs the steps one after the other, all of them even when one fails, so that one run tells everything.
 * @param {{ name: string, run: () => Promise<{ ok: boolean, note?: string, output?: string }> }[]} steps
 * @returns {Promise<{ name: string, ok: boolean, note: string, ms: number }[]>}
 */
export async function runSteps(steps) {
  const results = []
  for (const step of steps) {
    const begun = performance.now()
    const { ok, note = '', output = '' } = await step.run()
    const ms = Math.round(performance.now() - begun)
    if (!ok && output) console.log(`\n--- ${step.name} ---\n${output.trimEnd()}\n`)
    results.push({ name: step.name, ok, note, ms })
  }
  return results
}

/** One line per step: what it was, whether it passed, how long it took, what there is to know about it. */
export function table(results) {
  const width = Math.max(...results.map((result) => result.name.length))
  return results
    .map(({ name, ok, note, ms }) => {
      const verdict = ok ? 'passed' : 'FAILED'
      return `  ${name.padEnd(width)}  ${verdict}  ${(ms / 1000).toFixed(1).padStart(6)} s  ${note}`.trimEnd()
    })
    .join('\n')
}
