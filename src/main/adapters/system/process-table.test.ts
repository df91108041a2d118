import { describe, expect, it } from 'vitest'
import { parsePs, processTable } from './process-table'

describe('the process table', () => {
  it.skipIf(process.platform === 'win32')('tells who has an id, and the same twice', async () => {
    const table = processTable()
    const self = await table.find(process.pid)
    expect(self).toMatchObject({ pid: process.pid, parent: process.ppid, zombie: false })
    expect(await table.find(process.pid)).toEqual(self)
    expect(self?.startTicks).not.toBe('')
    expect(await table.bootId()).not.toBe('')
  })

  it.skipIf(process.platform === 'win32')('lists the members of a group', async () => {
    const table = processTable()
    const self = await table.find(process.pid)
    expect((await table.group(self?.group ?? 0)).map((entry) => entry.pid)).toContain(process.pid)
  })

  it('knows nobody under an id that is not in use', async () => {
    expect(await processTable().find(2 ** 30)).toBeNull()
  })

  it('knows nobody on Windows, where it could not be exact', async () => {
    expect(await processTable('win32').find(process.pid)).toBeNull()
  })

  it('reads what ps prints on macOS', () => {
    const text = '    1     0     1 Ss   Mon Nov 30 08:00:01 2026\n  812   640   812 Z+   Mon Nov 30 09:12:44 2026\n'
    expect(parsePs(text)).toEqual([
      { pid: 1, parent: 0, group: 1, zombie: false, startTicks: 'Mon Nov 30 08:00:01 2026' },
      { pid: 812, parent: 640, group: 812, zombie: true, startTicks: 'Mon Nov 30 09:12:44 2026' },
    ])
  })
})
