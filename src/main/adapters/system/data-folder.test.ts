import { describe, expect, it } from 'vitest'
import { defaultDataFolder } from './data-folder'

describe('the default data folder', () => {
  it('follows XDG_DATA_HOME on Linux, and ignores a relative one', () => {
    const machine = { platform: 'linux' as const, home: '/home/ada' }
    expect(defaultDataFolder({ ...machine, env: { XDG_DATA_HOME: '/data' } })).toBe('/data/tine')
    expect(defaultDataFolder({ ...machine, env: { XDG_DATA_HOME: 'data' } })).toBe('/home/ada/.local/share/tine')
    expect(defaultDataFolder({ ...machine, env: {} })).toBe('/home/ada/.local/share/tine')
  })

  it('is in Application Support on macOS', () => {
    const folder = defaultDataFolder({ platform: 'darwin', home: '/Users/ada', env: { XDG_DATA_HOME: '/data' } })
    expect(folder).toBe('/Users/ada/Library/Application Support/Tine')
  })

  it('is in the roaming profile on Windows', () => {
    const machine = { platform: 'win32' as const, home: 'C:\\Users\\ada' }
    expect(defaultDataFolder({ ...machine, env: { APPDATA: 'D:\\Roaming' } })).toBe('D:\\Roaming\\Tine')
    expect(defaultDataFolder({ ...machine, env: {} })).toBe('C:\\Users\\ada\\AppData\\Roaming\\Tine')
  })
})
