// Owns the commands the shell answers itself; every other frame goes to the host.
import { type AnswerFrame, requestFrame } from '../../shared/contract/frames'
import { SHELL_COMMANDS, type ShellCommandName, type ShellCommandResult } from '../../shared/contract/shell-commands'
import type { FramePort } from '../transport/message-port'

export type ShellHandlers = { [Name in ShellCommandName]: () => Promise<ShellCommandResult<Name>> }

/**
 * A port on which the shell's own commands are answered before the host sees them.
 *
 * A handler that throws is answered as `internal`; the frame stays out of the host either way.
 */
export function answerShellCommands(port: FramePort, handlers: ShellHandlers): FramePort {
  return {
    postMessage: (frame) => port.postMessage(frame),
    start: () => port.start(),
    close: () => port.close(),
    on: (event: 'message' | 'close', listener: (message: { data: unknown }) => void) => {
      if (event === 'close') return port.on('close', () => listener({ data: undefined }))
      return port.on('message', (message) => {
        const call = shellCall(message.data)
        if (call) void run(call, handlers).then((answer) => port.postMessage(answer))
        else listener(message)
      })
    },
  }
}

interface ShellCall {
  id: number
  name: ShellCommandName
  input: unknown
}

function shellCall(data: unknown): ShellCall | null {
  const frame = requestFrame.safeParse(data)
  if (!frame.success || !isShellCommand(frame.data.command)) return null
  return { id: frame.data.id, name: frame.data.command, input: frame.data.input ?? {} }
}

function isShellCommand(name: string): name is ShellCommandName {
  return Object.hasOwn(SHELL_COMMANDS, name)
}

async function run({ id, name, input }: ShellCall, handlers: ShellHandlers): Promise<AnswerFrame> {
  const parsed = SHELL_COMMANDS[name].input.safeParse(input)
  if (!parsed.success) {
    return { id, ok: false, failure: { code: 'invalid_input', message: `${name} takes no input` } }
  }
  try {
    return { id, ok: true, result: await handlers[name]() }
  } catch (error) {
    process.stderr.write(`tine: ${name} failed: ${error instanceof Error ? error.stack : error}\n`)
    return { id, ok: false, failure: { code: 'internal', message: `${name} failed` } }
  }
}
