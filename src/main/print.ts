// The print door's entry: this version has none, and says so.

const EXIT_USAGE = 2

/** Says that `tine print` cannot be had yet. Returns the exit code. */
export function runPrint(): number {
  process.stderr.write('tine: print is not available in this version\n')
  return EXIT_USAGE
}
