// The environment every git process gets: nothing of ours, nothing secret, nothing that redirects git.

const OURS = /^(GIT|ANTHROPIC|TINE)_/i
const SECRET = /(TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|API_?KEY|ACCESS_?KEY)/i
/** Programs git would start for itself, and ways to inject code into its children. */
const PROGRAMS = /^(SSH_ASKPASS|PAGER|EDITOR|VISUAL|LESS|LV|LANGUAGE|NODE_OPTIONS|ELECTRON_RUN_AS_NODE)$/i

/**
 * The environment for a git process, made from ours.
 *
 * Git started from a hook or an alias inherits `GIT_DIR` and friends, which would silently point every call at another
 * repository: all of `GIT_*` is dropped. Our git never talks to a network (no lazy fetch, no protocol allowed) and never
 * asks a question.
 */
export function gitEnvironment(
  own: NodeJS.ProcessEnv,
  extra: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const clean: Record<string, string> = {}
  for (const [name, value] of Object.entries(own)) {
    if (value === undefined || OURS.test(name) || SECRET.test(name) || PROGRAMS.test(name)) continue
    clean[name] = value
  }
  return {
    ...clean,
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    ...extra,
  }
}
