// Files of a project that a hook's command runs: who changes them changes what the hook does.

/** As hooks write the project's folder. */
const PROJECT_FOLDER = /\$\{?CLAUDE_PROJECT_DIR\}?/g

/** Programs that run the file they are given, and words that stand before another program. */
const RUNNERS = new Set(
  (
    'bash sh zsh dash ksh fish node nodejs deno bun bunx python python3 pypy3 ruby perl php lua Rscript pwsh npx tsx ts-node ' +
    'uv uvx pipx poetry pnpm yarn run exec dlx x source . env time timeout nice nohup command sudo doas xargs stdbuf then do ' +
    'else if elif while until ! { eval'
  ).split(' '),
)

/** Whatever lies here is there to be run. */
const HOOK_FOLDER = /^\.claude\/hooks\//

/**
 * The words of a command that name files it runs, relative to the project's folder. What it only reads or writes is left out: that
 * changes all the time. Read generously: a word that names nothing is harmless.
 */
export function scriptWords(command: string, projectFolder: string): string[] {
  const text = command.replaceAll(PROJECT_FOLDER, '.').replaceAll(projectFolder, '.')
  const found = new Set<string>()
  // Whether the next word may be a program, or a file that one is given to run.
  let runs = true
  let redirected = false
  for (const token of tokensOf(text)) {
    if (token.kind === 'end') {
      runs = true
      redirected = false
    } else if (token.kind === 'redirection') redirected = true
    else if (redirected) redirected = false
    else {
      const path = relative(token.text)
      if (path !== null && (runs || HOOK_FOLDER.test(path))) found.add(path)
      runs = runs && (passes(token.text) || RUNNERS.has(token.text.slice(token.text.lastIndexOf('/') + 1)))
    }
  }
  return [...found]
}

/** Flags, variables and numbers stand between a program and what it runs. */
function passes(word: string): boolean {
  return /^-|^\d+[smhd]?$|^[A-Za-z_]\w*=/.test(word)
}

function relative(word: string): string | null {
  const path = word.replace(/^(\.\/+)+/, '').replaceAll(/\/{2,}/g, '/')
  return path === '' || /^[/~$-]/.test(path) || path.split('/').includes('..') ? null : path
}

type Token = { kind: 'word'; text: string } | { kind: 'redirection' } | { kind: 'end' }

function* tokensOf(text: string): Generator<Token> {
  let word: string | null = null
  let quote: string | null = null
  for (const char of text) {
    if (quote !== null) {
      if (char === quote) quote = null
      else word = (word ?? '') + char
      continue
    }
    if (char === '"' || char === "'") {
      quote = char
      word ??= ''
    } else if (/[\s;|&()<>`]/.test(char)) {
      if (word !== null && !(/[<>]/.test(char) && /^\d$/.test(word))) yield { kind: 'word', text: word }
      word = null
      if (/[<>]/.test(char)) yield { kind: 'redirection' }
      else if (/[;|&()`\n]/.test(char)) yield { kind: 'end' }
    } else word = (word ?? '') + char
  }
  if (word !== null) yield { kind: 'word', text: word }
}
