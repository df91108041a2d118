import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import type { StartedProcess } from '../../services/ports/tools'
import { systemClock } from './clock'
import { processTable } from './process-table'
import { endGroupExactly, isAlive } from './recorded-groups'

const LEADER = join(import.meta.dirname, 'leader-script.ts')

/** A stand-in for the app: it starts a group below our leader, prints its identity, and can be killed. */
const APP = `
  import { spawn } from 'node:child_process'
  import { LEADER_SCRIPT } from ${JSON.stringify(LEADER)}
  const leader = spawn('/bin/sh', ['-c', LEADER_SCRIPT, 'sh', '/bin/bash', process.argv[1]],
    { detached: true, stdio: ['ignore', 'pipe', 'ignore', 'pipe', 'pipe'] })
  leader.stdio[4].write('go\\n')
  leader.stdout.on('data', (data) => console.log(leader.pid + ' ' + data))
  leader.stdio[3].on('data', (data) => /\\d/.test(data) && console.log('reported'))
`

interface Crashed {
  record: StartedProcess
  child: number
}

/** Runs a command that prints the id of a descendant, then kills the app that started it. */
async function crashDuring(command: string, waitFor: RegExp = /^\d+ \d+/): Promise<Crashed> {
  const app = spawn(process.execPath, ['--input-type=module', '--no-warnings', '-e', APP, command], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ids = await firstIds(app, waitFor)
  const entry = await processTable().find(ids.leader)
  const record = {
    pid: ids.leader,
    startTicks: entry?.startTicks ?? '',
    bootId: await processTable().bootId(),
    command,
  }
  app.kill('SIGKILL')
  await once(app, 'exit')
  return { record, child: ids.child }
}

async function firstIds(app: ChildProcess, waitFor: RegExp): Promise<{ leader: number; child: number }> {
  if (app.stdout === null) throw new Error('no output')
  let ids = { leader: 0, child: 0 }
  for await (const line of createInterface({ input: app.stdout })) {
    const match = /^(\d+) (\d+)/.exec(line)
    if (match !== null) ids = { leader: Number(match[1]), child: Number(match[2]) }
    if (waitFor.test(line)) break
  }
  return ids
}

async function untilGone(pid: number): Promise<void> {
  const entry = await processTable().find(pid)
  if (entry === null || entry.zombie) return
  await new Promise<void>((resolve) => systemClock.after(10, resolve))
  await untilGone(pid)
}

describe.skipIf(process.platform === 'win32')('a group whose app was killed', () => {
  it('is found by its record and ended with its descendants', async () => {
    const { record, child } = await crashDuring('sleep 1000 & echo $!; wait')
    expect(await isAlive(record)).toBe(true)
    expect(await endGroupExactly(record, systemClock)).toBe('ended')
    expect(await isAlive(record)).toBe(false)
    await untilGone(child)
    expect(await endGroupExactly(record, systemClock)).toBe('gone')
  })

  it('is made to end when it does not listen', async () => {
    const { record, child } = await crashDuring("trap '' TERM; echo $$; while :; do sleep 1000; done")
    expect(await endGroupExactly(record, systemClock, 50)).toBe('ended')
    await untilGone(child)
  })

  it('is left alone when start time, boot or group do not match', async () => {
    const { record } = await crashDuring('sleep 1000 & echo $!; wait')
    expect(await endGroupExactly({ ...record, startTicks: `${record.startTicks}1` }, systemClock)).toBe('gone')
    expect(await endGroupExactly({ ...record, bootId: 'another' }, systemClock)).toBe('gone')
    expect(await endGroupExactly({ ...record, startTicks: '' }, systemClock)).toBe('unidentified')
    const self = await processTable().find(process.pid)
    const notALeader = { ...record, pid: process.pid, startTicks: self?.startTicks ?? '' }
    if (self?.group !== process.pid) expect(await endGroupExactly(notALeader, systemClock)).toBe('gone')
    expect(await isAlive(record)).toBe(true)
    expect(await endGroupExactly(record, systemClock)).toBe('ended')
  })

  it('ends by itself when its command had ended and only left something behind', async () => {
    const { record, child } = await crashDuring('sleep 1000 > /dev/null 2>&1 & echo $!', /^reported/)
    await untilGone(child)
    await endGroupExactly(record, systemClock, 0)
  })
})
