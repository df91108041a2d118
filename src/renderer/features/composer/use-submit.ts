import { LIVE_STATES } from '../../../shared/domain/live-states'
import type { Thread } from '../../../shared/domain/thread'
import { useHost } from '../../client/use-host'
import { dropAttached } from '../../state/attached'
import type { Attached } from '../../state/attached-file'
import type { CalledCommand } from './called-commands'
import { directivesOf } from './message-directives'
import { runSlashCommand, sendMessage, startForks } from './send-text'
import { readText } from './slash-command'
import type { Sending } from './use-sending'

interface Submitted {
  thread: Thread
  text: string
  attached: readonly Attached[]
  called: readonly CalledCommand[] | null
  write: (text: string) => void
  sending: Sending
  steer: boolean
  setSteer: (steer: boolean) => void
  showHelp: () => void
}

/** What Enter and Mod+Enter do with the text: send it, carry out its command, or start forks with it. */
export function useSubmit({ thread, text, attached, called, write, sending, steer, setSteer, showHelp }: Submitted) {
  const host = useHost()
  const rests = !sending.busy && thread.state !== 'discarded'
  const idle = rests && (text.trim() !== '' || attached.length > 0)

  const submit = () => {
    if (!idle) return
    const read = readText(text, called)
    if (read.kind === 'problem') return sending.refuse(read.message)
    if (read.kind === 'message') {
      const notReady = whyNotReady(attached)
      if (notReady) return sending.refuse(notReady)
      const attachmentIds = attached.map(({ id }) => id)
      sending.send(text, async () => {
        const done = await sendMessage(host, thread, {
          text,
          steer: LIVE_STATES.has(thread.state) && steer,
          attachmentIds,
        })
        dropAttached(thread.id, attachmentIds)
        return done
      })
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
    if (attached.length > 0)
      return sending.refuse(
        'Forks take no attachments of their own. Send them with Enter; forks from that turn have them.',
      )
    const forks = directivesOf(text)
    if ('problem' in forks) return sending.refuse(forks.problem)
    sending.send(text, () => startForks(host, thread.id, forks.directives))
  }
  return { submit, submitAsForks, canSend: idle }
}

/** Why a message cannot leave with what is attached to it; null where it can. */
function whyNotReady(attached: readonly Attached[]): string | null {
  const refused = attached.find(({ problem }) => problem !== null)
  if (refused) return `${refused.name} is not attached. Take it away, then send.`
  const coming = attached.find(({ attachment }) => attachment === null)
  return coming ? `${coming.name} is still being attached.` : null
}
