import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** The shell commands run with: bash where there is one, else the system's `sh`. */
export function locateShell(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'win32') return 'bash.exe'
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder))
  return ['/bin/bash', ...folders.map((folder) => join(folder, 'bash'))].find(isExecutable) ?? '/bin/sh'
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
