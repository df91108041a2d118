import { scriptWords } from '../../../core/hooks/hook-scripts'
import { commandsIn } from './settings-activations'
import { parseSettingsFile } from './settings-file'

/** Words of a settings file's hooks that may name files of the project, relative to its folder; none of a broken file. */
export function hookScripts(folder: string, settings: string): string[] {
  const read = parseSettingsFile(settings)
  if (!read.ok) return []
  return [...new Set(commandsIn(read.settings.hooks).flatMap((command) => scriptWords(command, folder)))]
}
