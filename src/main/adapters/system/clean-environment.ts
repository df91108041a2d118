// What a child process may know of our environment.

/** Ours, or the ecosystem's settings for a tool like ours: none of a child's business. */
const PREFIXES = /^(ANTHROPIC|TINE|CLAUDE|ELECTRON|npm)_/i

/** Names that hold credentials by custom: `GITHUB_TOKEN`, `AWS_SECRET_ACCESS_KEY`, `OPENAI_API_KEY`, `PGPASSWORD`. */
const CREDENTIALS =
  /(^|_)(API_?KEY|ACCESS_KEY(_ID)?|SECRET_KEY|PRIVATE_KEY|SECRETS?|TOKENS?|CREDENTIALS?|AUTH)$|PASSWORD|PASSWD|PASSPHRASE/i

/** Would aim a child's git at another repository than its folder's, or describe how we were started. */
const MISLEADING = new Set([
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_COMMON_DIR',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_NAMESPACE',
  'GIT_PREFIX',
  'INIT_CWD',
  'NODE_OPTIONS',
  'OLDPWD',
  'PWD',
])

/**
 * The environment for a program we start: ours without the provider's and our own settings, without what looks like a
 * credential, without a copy of the provider's key under another name, and without the traces of npm having started us.
 *
 * @param keep names that stay all the same, because that program's own configuration asks for them
 */
export function cleanEnvironment(env: NodeJS.ProcessEnv, keep: readonly string[] = []): NodeJS.ProcessEnv {
  const key = env.ANTHROPIC_API_KEY
  const clean: NodeJS.ProcessEnv = {}
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) continue
    const holdsKey = key !== undefined && key !== '' && value.includes(key)
    const dropped = PREFIXES.test(name) || CREDENTIALS.test(name) || MISLEADING.has(name) || holdsKey
    if (!dropped || keep.includes(name)) clean[name] = value
  }
  if (env.npm_lifecycle_event !== undefined) dropNpmFolders(clean)
  return clean
}

/** `npm start` puts our own tools first on the search path; a child wants the person's. */
function dropNpmFolders(env: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(env)) {
    if (name.toUpperCase() !== 'PATH' || value === undefined) continue
    const separator = process.platform === 'win32' ? ';' : ':'
    const kept = value
      .split(separator)
      .filter((folder) => !/[\\/](node_modules[\\/]\.bin|node-gyp-bin)[\\/]?$/.test(folder))
    env[name] = kept.join(separator)
  }
}
