import { mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { StartedProcess } from '../../services/ports/tools'
import { systemClock } from './clock'
import { type GroupOptions, type ProcessGroup, startGroup } from './process-groups'
import { processTable } from './process-table'

interface Started {
  group: ProcessGroup
  output(): string
  /** Resolves with the first match in the output. */
  seen(pattern: RegExp): Promise<string>
}

async function start(command: string, options: Partial<GroupOptions> = {}): Promise<Started> {
  let text = ''
  const watchers = new Set<() => void>()
  const group = await startGroup({
    shell: '/bin/bash',
    command,
    cwd: '/',
    env: { PATH: process.env.PATH },
    clock: systemClock,
    onStarted: () => {},
    onOutput: (chunk) => {
      text += chunk.toString()
      for (const watch of watchers) watch()
    },
    ...options,
  })
  return {
    group,
    output: () => text,
    seen: (pattern) =>
      new Promise((resolve) => {
        const watch = () => {
          const match = pattern.exec(text)
          if (match === null) return
          watchers.delete(watch)
          resolve(match[1] ?? match[0])
        }
        watchers.add(watch)
        watch()
      }),
  }
}

const exists = async (pid: number) => {
  const entry = await processTable().find(pid)
  return entry !== null && !entry.zombie
}

describe.skipIf(process.platform === 'win32')('a process group', () => {
  it('reports the exit code and both outputs in the order they were written', async () => {
    const { group, output } = await start('echo one; echo two >&2; echo three; exit 7')
    expect(await group.commandEnd).toEqual({ exitCode: 7 })
    await group.outputEnd
    expect(output()).toBe('one\ntwo\nthree\n')
    await group.release()
  })

  it('lets a command open its own output again', async () => {
    const { group, output } = await start('echo to-stderr > /dev/stderr; echo again > /dev/stdout')
    await group.outputEnd
    expect(output()).toBe('to-stderr\nagain\n')
    await group.release()
  })

  it('is recorded before its command can do anything', async () => {
    const file = join(await realpath(await mkdtemp(join(tmpdir(), 'tine-group-'))), 'done')
    const failing = start(`touch ${file}`, {
      onStarted: () => {
        throw new Error('the record could not be stored')
      },
    })
    await expect(failing).rejects.toThrow('the record could not be stored')
    await expect(realpath(file)).rejects.toThrow('ENOENT')
  })

  it('ends with its grandchildren', async () => {
    const { group, seen } = await start('bash -c "sleep 1000 & echo grandchild \\$!; wait" & echo; wait')
    const grandchild = Number(await seen(/grandchild (\d+)/))
    expect(await exists(grandchild)).toBe(true)
    await group.end()
    expect(await exists(grandchild)).toBe(false)
    expect(await group.commandEnd).toEqual({ exitCode: 143 })
  })

  it('hears the last words of a command that is asked to end', async () => {
    const { group, output, seen } = await start("trap 'echo last words; exit 5' TERM; echo ready; sleep 1000 & wait")
    await seen(/ready/)
    await group.end()
    expect(await group.commandEnd).toEqual({ exitCode: 5 })
    expect(output()).toBe('ready\nlast words\n')
  })

  it('is made to end when it does not listen', async () => {
    const { group, seen } = await start("trap '' TERM; echo deaf $$; while :; do sleep 1000; done")
    const deaf = Number(await seen(/deaf (\d+)/))
    await group.end(50)
    expect(await exists(deaf)).toBe(false)
  })

  it('tells whether a command left something running, and keeps its name until that ended', async () => {
    const { group, seen } = await start('sleep 1000 > /dev/null 2>&1 & echo left $!')
    const left = Number(await seen(/left (\d+)/))
    await group.commandEnd
    await group.outputEnd
    expect(await group.hasOthers()).toBe(true)
    expect(await exists(group.process.pid)).toBe(true)
    await group.end()
    expect(await exists(left)).toBe(false)
  })

  it('ends at once when somebody kills its leader', async () => {
    const { group, seen } = await start('echo child $$; sleep 1000')
    const child = Number(await seen(/child (\d+)/))
    process.kill(group.process.pid, 'SIGKILL')
    await group.gone
    expect(await group.commandEnd).toEqual({ exitCode: null })
    await group.outputEnd
    expect(await exists(child)).toBe(false)
  })

  it('rejects with the reason of the system when it cannot start', async () => {
    await expect(start('true', { cwd: '/no/such/folder' })).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(start(`: ${'x'.repeat(200_000)}`)).rejects.toMatchObject({ code: 'E2BIG' })
  })

  it('carries an identity that tells it from every other process', async () => {
    const records: StartedProcess[] = []
    const { group } = await start('true', { onStarted: (record) => records.push(record) })
    const entry = await processTable().find(group.process.pid)
    expect(records).toEqual([group.process])
    expect(group.process).toMatchObject({ startTicks: entry?.startTicks, command: 'true' })
    await group.release()
  })
})
