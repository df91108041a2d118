import { LIVE_STATES } from '../../../shared/domain/live-states'
import type { Thread } from '../../../shared/domain/thread'
import { useHost } from '../../client/use-host'
import type { CalledCommand } from './called-commands'
import { directivesOf } from './message-directives'
import { runSlashCommand, sendMessage, startForks } from './send-text'
import { readText } from './slash-command'
import type { Sending } from './use-sending'

interface Submitted {
  thread: Thread
  text: string
  called: readonly CalledCommand[] | null
  write: (text: string) => void
  sending: Sending
  steer: boolean
  setSteer: (steer: boolean) => void
  showHelp: () => void
}

/** What Enter and Mod+Enter do with the text: send it, carry out its command, or start forks with it. */
export function useSubmit({ thread, text, called, write, sending, steer, setSteer, showHelp }: Submitted) {
  const host = useHost()
  const idle = !sending.busy && thread.state !== 'discarded' && text.trim() !== ''

  const submit = () => {
    if (!idle) return
    const read = readText(text, called)
    if (read.kind === 'problem') return sending.refuse(read.message)
    if (read.kind === 'message') {
      sending.send(text, () => sendMessage(host, thread, text, LIVE_STATES.has(thread.state) && steer))
      return setSteer(false)
    }
    const { command } = read
    if (command.name !== 'help') return sending.send(text, () => runSlashCommand(host, thread, command))
    showHelp()
    write('')
  }
  const submitAsForks = () => {
    if (!idle) return
    if (readText(text, called).kind !== 'message') return submit()
    const forks = directivesOf(text)
    if ('problem' in forks) return sending.refuse(forks.problem)
    sending.send(text, () => startForks(host, thread.id, forks.directives))
  }
  return { submit, submitAsForks, canSend: idle }
}
