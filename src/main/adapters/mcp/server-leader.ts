/**
 * What the leader of a server's process group runs (POSIX sh; the server's command is "$@").
 *
 * - It waits for a word on descriptor 4, so that its identity is stored before the server can do anything.
 * - The server talks through our own descriptors 0, 1 and 2; its exit code is reported on descriptor 3.
 * - When the server has ended, what it left in its group ends too. When we die first, the watcher hears the end of the line and
 *   ends the group itself.
 */
export const SERVER_LEADER = `
trap '' HUP INT TERM
read -r word <&4 || exit 0
{ read -r word <&4; kill -TERM 0; sleep 2; kill -KILL 0; } >/dev/null 2>&1 3>&- </dev/null &
( trap : HUP INT TERM; exec "$@" 3>&- 4<&- )
echo "$?" >&3
exec >&- 2>&- 3>&- </dev/null
kill -TERM 0
sleep 0.2
kill -KILL 0
`.trim()
