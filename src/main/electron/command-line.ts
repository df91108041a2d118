// Owns which words of Electron's command line are ours.

/**
 * Our own arguments. The launcher puts them after `--`, where Chromium takes no switch from them; a packaged app that is started
 * directly has them right after its name, an unpackaged one after the path of the app.
 */
export function ownArguments(argv: readonly string[], packaged: boolean): readonly string[] {
  const separator = argv.indexOf('--')
  if (separator !== -1) return argv.slice(separator + 1)
  return argv.slice(packaged ? 1 : 2)
}
