import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { constants } from 'node:os'
import type { ToolContext, ToolOutcome } from '../../../services/ports/tools'
import { settlesWithin } from '../../system/settles-within'
import type { BashInput } from '../definitions/bash'
import { isCode } from '../files/open-regular'
import { COMMAND_MS } from '../limits'
import { ToolRefusal } from '../tool-refusal'
import type { BackgroundJobs } from './background-jobs'
import { type CommandMeans, type StartedCommand, startCommand } from './started-command'

export interface BashMeans extends CommandMeans {
  jobs: BackgroundJobs
}

/** Runs a command and waits for it, starts one as a job, or reads a job's new output. */
export async function runBash(input: BashInput, context: ToolContext, means: BashMeans): Promise<ToolOutcome> {
  if (input.job_id !== undefined) return await readJob(input.job_id, input.timeout_ms ?? 0, context, means)
  const command = await start(input.command ?? '', context, means)
  if (input.run_in_background) {
    means.jobs.keep(command)
    command.output.listener = null
    return { content: `Started in the background as ${command.id}. ${howToUse(command.id)}`, isError: false }
  }
  try {
    return await waitFor(command, input.timeout_ms ?? COMMAND_MS, context, means)
  } finally {
    command.output.listener = null
  }
}

async function start(text: string, context: ToolContext, means: BashMeans): Promise<StartedCommand> {
  if (text.includes('\0')) throw new ToolRefusal('The command holds a NUL character, which no shell can take.')
  await requireFolder(context.folder)
  const command = await startCommand(`job_${randomBytes(6).toString('hex')}`, text, context, means)
  means.jobs.track(context.threadId, command)
  return command
}

async function requireFolder(folder: string): Promise<void> {
  try {
    if ((await stat(folder)).isDirectory()) return
  } catch (error) {
    if (!isCode(error, 'ENOENT') && !isCode(error, 'ENOTDIR')) throw error
  }
  throw new ToolRefusal(`The working folder ${folder} is not there, so nothing can be run in it.`)
}

async function waitFor(
  command: StartedCommand,
  timeoutMs: number,
  context: ToolContext,
  means: BashMeans,
): Promise<ToolOutcome> {
  const inTime = await settlesWithin(means.clock, timeoutMs, orAborted(command.ended, context.signal))
  if (context.signal.aborted || !inTime) await command.stop()
  context.signal.throwIfAborted()
  if (!inTime) {
    const note = `[it ran longer than ${timeoutMs / 1000} s, so it was ended with everything it started]`
    return { ...printed(command, note), isError: true }
  }
  return await outcomeOf(command, means)
}

/** Resolves with the promise or when the call is aborted. */
async function orAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  let onAbort = () => {}
  const aborted = new Promise<void>((resolve) => {
    onAbort = resolve
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) resolve()
  })
  await Promise.race([promise, aborted])
  signal.removeEventListener('abort', onAbort)
}

async function outcomeOf(command: StartedCommand, means: BashMeans): Promise<ToolOutcome> {
  const { exitCode } = command
  const notes = [`[${exitWords(exitCode)}]`]
  if (await command.hasLeftovers()) {
    means.jobs.keep(command)
    notes.push(`[what it left running goes on as ${command.id}. ${howToUse(command.id)}]`)
  } else await command.finished
  return { ...printed(command, ...notes), isError: exitCode !== 0 }
}

/** What a command printed, for the model and, where it has colours, for the person. */
function printed({ output }: StartedCommand, ...notes: string[]): Pick<ToolOutcome, 'content' | 'coloured'> {
  const coloured = output.readColours()
  const content = joined(output.readAll(), ...notes)
  return coloured === null ? { content } : { content, coloured: joined(coloured, ...notes) }
}

async function readJob(jobId: string, waitMs: number, context: ToolContext, means: BashMeans): Promise<ToolOutcome> {
  const command = means.jobs.find(context.threadId, jobId)
  if (command === null) throw new ToolRefusal(noSuchJob(jobId, context, means))
  if (command.running && waitMs > 0) {
    await settlesWithin(means.clock, waitMs, orAborted(command.finished, context.signal))
    context.signal.throwIfAborted()
  }
  const seconds = Math.round((means.clock.now() - command.startedAt) / 1000)
  const state = command.running
    ? `it runs, ${seconds} s after its start`
    : `it has ended: ${exitWords(command.exitCode)}`
  return { content: joined(command.output.readNew(), `[${jobId}: ${state}]`), isError: false }
}

function noSuchJob(jobId: string, context: ToolContext, means: BashMeans): string {
  const jobs = means.jobs.list(context.threadId).map((job) => job.id)
  const known = jobs.length === 0 ? 'It has none.' : `Its jobs are: ${jobs.join(', ')}.`
  return `This thread has no background job ${jobId}. ${known}`
}

function howToUse(jobId: string): string {
  return `Read its output with bash {"job_id": "${jobId}"}; end it with TaskStop {"task_id": "${jobId}"}.`
}

function exitWords(code: number | null): string {
  if (code === null) return 'it was killed together with everything it started'
  const signal = Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0]
  return signal === undefined ? `exit code ${code}` : `exit code ${code}, ended by ${signal}`
}

function joined(output: string, ...notes: string[]): string {
  const text = output.replace(/\n+$/, '')
  return [text === '' ? '(no output)' : text, ...notes].join('\n')
}
