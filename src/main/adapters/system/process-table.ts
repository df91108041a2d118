// Who a process id belongs to right now, as the operating system tells it.
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'

export interface ProcessEntry {
  pid: number
  parent: number
  group: number
  /** The system's own words for the time of its start; with pid and boot it names a process for ever. */
  startTicks: string
  /** It has ended and only waits to be collected. */
  zombie: boolean
}

export interface ProcessTable {
  /** Names this boot of the machine; empty where the system does not tell. */
  bootId(): Promise<string>
  /** The process that has this id now, or null. */
  find(pid: number): Promise<ProcessEntry | null>
  /** Every process of a group. */
  group(group: number): Promise<ProcessEntry[]>
}

/** The table of this platform. On Windows nothing can be told exactly by these means, so it knows nobody. */
export function processTable(platform: NodeJS.Platform = process.platform): ProcessTable {
  if (platform === 'linux') return linuxTable
  if (platform === 'win32') return emptyTable
  return psTable
}

/**
 * Whether descendants of a group's command are alive. The leader and its own children, which are its plumbing, do not
 * count. Exact as long as the leader lives.
 */
export async function hasOthers(leader: number): Promise<boolean> {
  const members = await processTable().group(leader)
  return members.some((entry) => entry.pid !== leader && entry.parent !== leader && !entry.zombie)
}

/** Whether anything of a group is alive, its leader included. */
export async function hasMembers(group: number): Promise<boolean> {
  return (await processTable().group(group)).some((entry) => !entry.zombie)
}

const emptyTable: ProcessTable = {
  bootId: async () => '',
  find: async () => null,
  group: async () => [],
}

// Files below /proc are memory: reading one takes microseconds, less than handing it to another thread.
const linuxTable: ProcessTable = {
  bootId: async () => readOrNull('/proc/sys/kernel/random/boot_id')?.trim() ?? '',
  find: async (pid) => readEntry(String(pid)),
  async group(group) {
    const found: ProcessEntry[] = []
    let read = 0
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue
      if (++read % 200 === 0) await setImmediate()
      const entry = readEntry(name)
      if (entry?.group === group) found.push(entry)
    }
    return found
  },
}

function readEntry(pid: string): ProcessEntry | null {
  const stat = readOrNull(`/proc/${pid}/stat`)
  if (stat === null) return null
  // The name stands in parentheses and may hold anything, also parentheses: what counts begins after the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return {
    pid: Number(pid),
    zombie: fields[0] === 'Z' || fields[0] === 'X',
    parent: Number(fields[1]),
    group: Number(fields[2]),
    startTicks: fields[19] ?? '',
  }
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'latin1')
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

function isGone(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return code === 'ENOENT' || code === 'ESRCH'
}

const run = promisify(execFile)

/** For systems without /proc: the same facts from `ps`, whose start time is exact to the second. */
const psTable: ProcessTable = {
  bootId: async () => (await run('sysctl', ['-n', 'kern.bootsessionuuid'])).stdout.trim(),
  find: async (pid) => (await listWithPs()).find((entry) => entry.pid === pid) ?? null,
  group: async (group) => (await listWithPs()).filter((entry) => entry.group === group),
}

async function listWithPs(): Promise<ProcessEntry[]> {
  const options = { env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' }, maxBuffer: 16 * 1024 * 1024 }
  const { stdout } = await run('ps', ['-axo', 'pid=,ppid=,pgid=,stat=,lstart='], options)
  return parsePs(stdout)
}

/** Reads the columns pid, parent, group, state and start of `ps`. */
export function parsePs(text: string): ProcessEntry[] {
  const entries: ProcessEntry[] = []
  for (const line of text.split('\n')) {
    const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line)
    if (match === null) continue
    const [, pid, parent, group, state = '', startTicks = ''] = match
    entries.push({
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      zombie: state.startsWith('Z'),
      startTicks,
    })
  }
  return entries
}
