// One client of a host, as `tine print` needs it: commands by name, and events as they come.
import type { CommandInput, CommandName, CommandResult } from '../../shared/contract/commands'
import type { HostEvent } from '../../shared/contract/events'
import { FailureError } from '../../shared/contract/failure'
import type { HostFrame } from '../../shared/contract/frames'
import type { FrameLine } from '../transport/local-caller'

export class PrintClient {
  private readonly waiting = new Map<number, (frame: HostFrame) => void>()
  private line: FrameLine | null = null
  private last = 0
  onEvent: (event: HostEvent) => void = () => {}

  /** Sends through a line; frames that come over it are given to `take`. */
  use(line: FrameLine): void {
    this.line = line
  }

  take(frame: HostFrame): void {
    if ('event' in frame) this.onEvent(frame.event)
    else if (frame.id !== null) {
      this.waiting.get(frame.id)?.(frame)
      this.waiting.delete(frame.id)
    }
  }

  /** Nothing comes any more: whoever waits is told. */
  gone(): void {
    const failure = { code: 'internal' as const, message: 'The app this ran in has ended.' }
    for (const [id, answer] of this.waiting) answer({ id, ok: false, failure })
    this.waiting.clear()
  }

  /** @throws FailureError as the host answers */
  async call<Name extends CommandName>(command: Name, input: CommandInput<Name>): Promise<CommandResult<Name>> {
    const { line } = this
    if (!line) throw new Error('the client has no line')
    const id = ++this.last
    const frame = await new Promise<HostFrame>((resolve) => {
      this.waiting.set(id, resolve)
      line.send({ id, command, input })
    })
    if ('ok' in frame && frame.ok) return frame.result as CommandResult<Name>
    const { code, message, ...facts } =
      'ok' in frame ? frame.failure : { code: 'internal' as const, message: 'no answer' }
    throw new FailureError(code, message, facts)
  }

  close(): void {
    this.line?.close()
  }
}
