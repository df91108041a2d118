// Owns the line that says where numbers come from: an absolute time means nothing without it.
import { cpus, loadavg, release, totalmem, type } from 'node:os'

/** Processor, cores, memory, Node, date, and how busy the machine was with other things when the measurement began. */
export function machineLine(): string {
  const processors = cpus()
  const model = processors[0]?.model.replace(/\s+/g, ' ').trim() || 'unknown processor'
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  const date = new Date().toISOString().slice(0, 10)
  const load = loadavg()[0]?.toFixed(1) ?? '?'
  return `${model}, ${processors.length} cores, ${memory}, ${type()} ${release()}, Node ${process.versions.node}, ${date}; load ${load} before it began`
}
