import { cleanEnvironment } from '../../system/clean-environment'

/** Nobody sits at a terminal: nothing shall ask, page, colour or open an editor. */
const UNATTENDED = {
  TERM: 'dumb',
  NO_COLOR: '1',
  PAGER: 'cat',
  MANPAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_EDITOR: 'true',
  GIT_TERMINAL_PROMPT: '0',
  DEBIAN_FRONTEND: 'noninteractive',
}

/** The environment a command runs in: ours, cleaned, for a machine without a person in front of it. */
export function commandEnvironment(env: NodeJS.ProcessEnv, keep: readonly string[]): NodeJS.ProcessEnv {
  return { ...cleanEnvironment(env, keep), ...UNATTENDED }
}
