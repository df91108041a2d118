// What can be told from the results of tools.

/** The first lines of a text, as a fenced block. */
export function quoted(result: string, lines: number): string {
  const all = result.trimEnd().split('\n')
  const head = all.slice(0, lines).join('\n')
  const more = all.length > lines ? `\n… (${all.length - lines} more lines)` : ''
  return `\`\`\`\n${head}${more}\n\`\`\``
}

/** The hash that `git commit` printed, or null. */
export function commitHash(result: string): string | null {
  return result.match(/\[[^\]\n]*?\b([0-9a-f]{7,40})\]/)?.[1] ?? null
}

export type TestCounts = { passed: number; failed: number; failing: string[] }

/** Counts and names from what `node --test` prints; null when it is something else. */
export function testCounts(result: string): TestCounts | null {
  const passed = result.match(/^\W*pass (\d+)/m)?.[1]
  const failed = result.match(/^\W*fail (\d+)/m)?.[1]
  if (passed === undefined || failed === undefined) return null
  const names = [...result.matchAll(/^\s*(?:✖|not ok \d+ -) (.+?)(?: \([\d.]+ms\))?$/gm)].map((match) => match[1] ?? '')
  const failing = [...new Set(names)].filter((name) => name !== 'failing tests:')
  return { passed: Number(passed), failed: Number(failed), failing }
}

/** A test run in a sentence. */
export function testSentence(result: string | null | undefined): string {
  if (result === null || result === undefined) return 'The tests were not run.'
  const counts = testCounts(result)
  if (counts === null) return `The test command said: ${firstLine(result)}`
  if (counts.failed === 0) return `All ${counts.passed} tests pass.`
  const names = counts.failing.length === 0 ? '' : `: ${counts.failing.map((name) => `“${name}”`).join(', ')}`
  return `${counts.passed} tests pass, ${counts.failed} ${counts.failed === 1 ? 'fails' : 'fail'}${names}.`
}

/** The first line that says something. */
export function firstLine(result: string): string {
  return (
    result
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? '(no output)'
  )
}
