// Loaded into the app's process before the app (`--import`): answers over the process channel how late its event loop was.
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How often the loop is asked to be on time, in milliseconds; what it adds to each sample is taken off again. */
const RESOLUTION_MS = 1
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delays.enable()
let cpu = process.cpuUsage()
let since = performance.now()

/** The most processor time between two turns of the loop: what holds it up by itself, however busy the machine is with others. */
let longest = 0
let turned = process.cpuUsage()
setInterval(() => {
  const { user, system } = process.cpuUsage(turned)
  longest = Math.max(longest, (user + system) / 1000)
  turned = process.cpuUsage()
}, RESOLUTION_MS).unref()

const delay = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS)

process.on('message', (ask) => {
  if (ask === 'loop') process.send(loop())
})

/** How late the loop was since the last time this was asked. */
function loop() {
  const { user, system } = process.cpuUsage(cpu)
  const ms = performance.now() - since
  const answer = {
    p50: delay(delays.percentile(50)),
    p99: delay(delays.percentile(99)),
    max: delay(delays.max),
    longest,
    cores: (user + system) / 1000 / ms,
  }
  delays.reset()
  longest = 0
  cpu = process.cpuUsage()
  since = performance.now()
  return answer
}
