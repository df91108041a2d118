// Starts the person's editor: argument array, no shell, an environment without anything of ours.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { FailureError } from '../../../shared/contract/failure'
import type { Editor, EditorCall } from '../../services/ports/editor'
import { cleanEnvironment } from './clean-environment'

/** @param env this process's environment; what the editor gets of it is cleaned here */
export function createEditor(env: NodeJS.ProcessEnv): Editor {
  return {
    async open(call) {
      const [program = '', ...args] = editorArguments(call)
      // Detached and not recorded: it is the person's program from now on, and nothing of ours ends it.
      const child = spawn(program, args, {
        cwd: call.folder,
        env: cleanEnvironment(env),
        detached: true,
        stdio: 'ignore',
        windowsHide: false,
      })
      try {
        await once(child, 'spawn')
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        throw new FailureError('invalid_input', `The editor ${program} could not be started (${why}).`, {
          path: 'editor.command',
        })
      }
      child.on('error', () => undefined) // nothing is sent to it, so nothing of it can fail us
      child.unref()
    },
  }
}

/**
 * The command with its places filled in. Without a file `{file}` is the folder; a command that names no place gets what is
 * opened as its last argument.
 */
export function editorArguments({ command, folder, file }: EditorCall): string[] {
  const opened = file ?? folder
  const places: Record<string, string> = { '{file}': opened, '{folder}': folder }
  let named = false
  const filled = command.map((part, index) =>
    index === 0
      ? part
      : part.replace(/\{(?:file|folder)\}/g, (place) => {
          named = true
          return places[place] ?? place
        }),
  )
  return named ? filled : [...filled, opened]
}
