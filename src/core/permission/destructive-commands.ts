// Commands that destroy: they ask wherever someone may be asked, whatever rules say.
import { destructiveGit } from './destructive-git'
import { gitWords } from './git-words'
import { eachCommand, programOf, type ShellAnalysis, type SimpleCommand, showCommand } from './shell-analysis'

type Judge = (command: SimpleCommand, args: readonly string[]) => string | null

const always =
  (reason: string): Judge =>
  () =>
    reason

/** A short flag in any cluster, or a long one, also cut short. */
function has(args: readonly string[], letters: string, ...long: string[]): boolean {
  return args.some((arg) => {
    if (arg.startsWith('--')) return arg.length > 3 && long.some((flag) => flag.startsWith(arg.split('=')[0] ?? arg))
    return arg.startsWith('-') && [...letters].some((letter) => arg.includes(letter))
  })
}

const recursively =
  (letters: string, reason: string): Judge =>
  (command, args) => {
    if (has(args, letters, '--recursive')) return reason
    return command.argv.some((word) => word.kind === 'dynamic')
      ? `may be destructive: what “${command.argv[0]?.text ?? ''}” gets is not known`
      : null
  }

const words =
  (pattern: RegExp, reason: string): Judge =>
  (_, args) =>
    pattern.test(args.filter((arg) => !arg.startsWith('-')).join(' ')) ? reason : null

const JUDGES: Readonly<Record<string, Judge>> = {
  rm: recursively('rR', 'removes folders with all they hold'),
  rimraf: always('removes folders with all they hold'),
  del: always('removes files'),
  rd: always('removes folders'),
  shred: always('destroys the content of files'),
  srm: always('destroys the content of files'),
  wipe: always('destroys the content of files'),
  dd: always('writes over files or devices'),
  truncate: always('cuts files off'),
  fdisk: always('changes the partitions of a disk'),
  parted: always('changes the partitions of a disk'),
  wipefs: always('erases a file system'),
  diskutil: always('may erase a disk'),
  chmod: recursively('R', 'changes the permissions of whole folders'),
  chown: recursively('R', 'changes the owner of whole folders'),
  chgrp: recursively('R', 'changes the group of whole folders'),
  setfacl: recursively('R', 'changes the permissions of whole folders'),
  find: (_, args) => (args.includes('-delete') ? 'removes every file it finds' : null),
  fd: (_, args) => (has(args, 'xX', '--exec', '--exec-batch') ? 'runs a command for every file it finds' : null),
  rsync: (_, args) =>
    args.some((arg) => /^--(?:del|remove-s)/.test(arg)) ? 'deletes files that are missing at the other end' : null,
  pkill: always('ends processes by name'),
  killall: always('ends processes by name'),
  shutdown: always('shuts the machine down'),
  reboot: always('restarts the machine'),
  halt: always('shuts the machine down'),
  poweroff: always('shuts the machine down'),
  crontab: (_, args) => (has(args, 'l') ? null : 'changes what the machine runs by itself'),
  dropdb: always('deletes a database'),
  docker: words(/(?:^|\s)(?:prune|rm|rmi|down)(?:\s|$)/, 'removes containers, images or volumes'),
  podman: words(/(?:^|\s)(?:prune|rm|rmi|down)(?:\s|$)/, 'removes containers, images or volumes'),
  kubectl: words(/(?:^|\s)delete(?:\s|$)/, 'deletes what runs in a cluster'),
  terraform: words(/(?:^|\s)destroy(?:\s|$)/, 'destroys infrastructure'),
  gh: words(/(?:^|\s)delete(?:\s|$)/, 'deletes something on the server'),
  npm: words(/^unpublish(?:\s|$)/, 'takes a package from the registry'),
}

export interface Destruction {
  command: SimpleCommand
  /** Half a sentence whose subject is the command. */
  reason: string
}

/** The destructive commands of a line, also inside other commands. */
export function findDestruction(shell: ShellAnalysis): Destruction[] {
  const found: Destruction[] = []
  for (const command of eachCommand(shell.commands)) {
    const reason = destructiveReason(command)
    if (reason !== null) found.push({ command, reason })
  }
  return found
}

function destructiveReason(command: SimpleCommand): string | null {
  const program = programOf(command)
  if (program === null) return command.argv.length === 0 ? null : 'starts a program that is not known before it runs'
  if (program.startsWith('mkfs')) return 'erases a file system'
  const git = gitWords(command, program)
  if (git) return destructiveGit(git)
  const judge = Object.hasOwn(JUDGES, program) ? JUDGES[program] : undefined
  return (
    judge?.(
      command,
      command.argv.slice(1).map((word) => word.text),
    ) ?? null
  )
}

/** One sentence for the person. */
export function describeDestruction({ command, reason }: Destruction): string {
  return `“${showCommand(command)}” ${reason}.`
}
