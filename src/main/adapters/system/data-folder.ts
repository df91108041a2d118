import { posix, win32 } from 'node:path'

export interface Machine {
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  /** The person's home folder. */
  home: string
}

/**
 * Where Tine keeps its data unless told otherwise: the platform's own place for an application's data. A variable that
 * does not hold an absolute path is ignored, as the XDG specification asks.
 */
export function defaultDataFolder({ platform, env, home }: Machine): string {
  if (platform === 'win32') {
    const roaming = absolute(win32, env.APPDATA) ?? win32.join(home, 'AppData', 'Roaming')
    return win32.join(roaming, 'Tine')
  }
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Tine')
  return posix.join(absolute(posix, env.XDG_DATA_HOME) ?? posix.join(home, '.local', 'share'), 'tine')
}

function absolute(path: typeof posix, value: string | undefined): string | null {
  return value !== undefined && path.isAbsolute(value) ? value : null
}
