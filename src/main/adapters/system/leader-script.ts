/**
 * What the leader of a group runs (POSIX sh; $1 the shell, $2 the command).
 *
 * - It waits for a word on descriptor 4, so that its identity is stored before the command can do anything.
 * - The command's output goes through a real pipe: Node's own are sockets, which a command cannot open again as
 *   /dev/stdout or /dev/stderr. The pump at its end ignores the signals that end a group, so last words arrive.
 * - It reports the command's exit code on descriptor 3.
 * - Then it stays, as the group's name, until it gets a second word. When we die first it hears the end of the line
 *   instead, and ends what is left of its group itself.
 */
export const LEADER_SCRIPT = `
exec 2>/dev/null
trap '' HUP INT TERM
read -r word <&4 || exit 0
{ trap : HUP INT TERM
  ( exec "$1" -c -- "$2" 2>&1 3>&- 4<&- )
  echo "$?" >&3
} | { exec cat 3>&- 4<&-; }
exec >&- 3>&-
read -r word <&4 || { kill -TERM 0; sleep 2; kill -KILL 0; }
`.trim()

/**
 * The same for a command that is told something and whose errors are heard apart (descriptor 2 of the leader). Here, too, what the
 * command has are real pipes, so that it can open /dev/stdin and /dev/stderr again.
 */
export const TALKING_LEADER_SCRIPT = `
exec 5>&2 2>/dev/null
trap '' HUP INT TERM
read -r word <&4 || exit 0
{ exec cat 3>&- 4<&- 5>&-; } | {
  { { trap : HUP INT TERM
      ( exec "$1" -c -- "$2" 2>&1 >&6 3>&- 4<&- 5>&- 6>&- )
      echo "$?" >&3
    } | { exec cat >&5 3>&- 4<&- 5>&- 6>&-; }
  } 6>&1 | { exec cat 3>&- 4<&- 5>&-; }
}
exec <&- >&- 3>&- 5>&-
read -r word <&4 || { kill -TERM 0; sleep 2; kill -KILL 0; }
`.trim()
