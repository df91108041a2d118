// Commands that talk to other machines: worth knowing before an answer, never a reason of its own.
import { gitWords } from './git-words'
import { eachCommand, programOf, type ShellAnalysis, type SimpleCommand } from './shell-analysis'

const PROGRAMS = new Set(
  'curl wget http https ssh scp sftp ftp rsync nc ncat netcat telnet npx bunx uvx pipx apt apt-get brew dnf yum apk pacman'.split(
    ' ',
  ),
)
const SUBCOMMANDS: Readonly<Record<string, RegExp>> = {
  npm: /^(?:i|in|ins|inst|insta|instal|install|ci|add|update|up|upgrade|publish|view|search|audit|outdated|exec|login|dist-tag)$/,
  pnpm: /^(?:i|install|add|update|up|dlx|publish|fetch|audit|outdated)$/,
  yarn: /^(?:install|add|up|upgrade|dlx|publish|npm)$/,
  bun: /^(?:i|install|add|update|x|publish)$/,
  pip: /^(?:install|download|search|index)$/,
  pip3: /^(?:install|download|search|index)$/,
  uv: /^(?:add|sync|pip|tool|lock)$/,
  poetry: /^(?:install|add|update|publish|lock)$/,
  cargo: /^(?:install|add|update|publish|fetch|search)$/,
  go: /^(?:get|install|mod)$/,
  gem: /^(?:install|update|push|fetch)$/,
  bundle: /^(?:install|update)$/,
  docker: /^(?:pull|push|build|login|run|compose)$/,
  git: /^(?:fetch|pull|push|clone|ls-remote|submodule)$/,
  gh: /^/,
  kubectl: /^/,
  aws: /^/,
  gcloud: /^/,
}

function usesNetwork(command: SimpleCommand): boolean {
  const program = programOf(command)
  if (program === null) return false
  if (PROGRAMS.has(program)) return true
  if (!Object.hasOwn(SUBCOMMANDS, program)) return false
  const first = gitWords(command, program)?.words[0] ?? command.argv.slice(1).find((word) => !word.text.startsWith('-'))
  return first !== undefined && (SUBCOMMANDS[program]?.test(first.text) ?? false)
}

/** What else a person would want to know of a line, as half-sentences. */
export function shellFacts(shell: ShellAnalysis): string[] {
  const facts: string[] = []
  const commands = [...eachCommand(shell.commands)]
  if (commands.some(usesNetwork)) facts.push('it also uses the network')
  if (commands.some((command) => /^(?:sudo|doas|pkexec|run0|su)$/.test(programOf(command) ?? ''))) {
    facts.push('it runs with another user’s rights')
  }
  if (shell.background) facts.push('it leaves something running in the background')
  return facts
}
