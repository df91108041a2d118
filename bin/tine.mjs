#!/usr/bin/env node
// The launcher: chooses the door (Electron, serve or print) and gets out of the way. Any Node from 20 on can run it.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import nodeModule, { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findElectron, windowObstacle } from './lib/find-electron.mjs'

const here = fileURLToPath(import.meta.url)
const root = dirname(dirname(here))
const require = createRequire(import.meta.url)
const bundle = join(root, 'out', 'main')

/** The doors are built for this Node; older ones start the copy installed with the project. */
const NODE_OF_THE_DOORS = 24
/** An Electron that cannot set up its sandbox dies by signal within this time, before any window. */
const STARTUP_CRASH_MS = 10_000
/** By then what the start needs is loaded. */
const COMPILED_AFTER_MS = 3_000
const CRASHES = ['SIGTRAP', 'SIGABRT', 'SIGILL', 'SIGSEGV']

const say = (line) => process.stderr.write(`tine: ${line}\n`)

process.exitCode = await main(process.argv.slice(2))

async function main(argv) {
  if (!existsSync(join(bundle, 'parse-arguments.cjs'))) {
    say('not built yet; run npm start, or npm run build')
    return 1
  }
  const { parseArguments, usage } = require(join(bundle, 'parse-arguments.cjs'))
  const invocation = parseArguments(argv)
  switch (invocation.door) {
    case 'wrong':
      say(`${invocation.message}; tine --help shows what there is`)
      return 2
    case 'help':
      process.stdout.write(usage)
      return 0
    case 'version':
      process.stdout.write(`${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version}\n`)
      return 0
    case 'desktop':
      return openDesktop(invocation, argv)
    default:
      return openNodeDoor(argv)
  }
}

async function openDesktop(invocation, argv) {
  const machine = { platform: process.platform, env: process.env, uid: process.getuid?.() }
  let obstacle = windowObstacle(machine)
  if (!obstacle) {
    const found = await findElectron({ root, node: nodeForDoors() ?? process.execPath, say })
    const ended = found.path ? await runElectron(found.path, argv) : found
    if (ended.code !== undefined) return ended.code
    obstacle = ended.obstacle
  }
  say(`no window can open here (${obstacle}); serving to the browser instead`)
  const { data, project, demo } = invocation
  const served = ['serve', data && `--data=${data}`, project && `--project=${project}`, demo && '--demo']
  return openNodeDoor(served.filter((argument) => typeof argument === 'string'))
}

/** After `--` nothing is a switch of Chromium's: a flag of ours can never turn its sandbox off. */
function runElectron(path, argv) {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env
  const startedAt = Date.now()
  return new Promise((resolve) => {
    const child = spawn(path, [root, '--', ...argv], { stdio: 'inherit', env, windowsHide: false })
    relaySignals(child)
    child.on('error', (error) => resolve({ obstacle: `Electron did not start: ${error.code ?? error.message}` }))
    child.on('close', (code, signal) => {
      const crashed = CRASHES.includes(signal) && Date.now() - startedAt < STARTUP_CRASH_MS
      resolve(
        crashed
          ? { obstacle: `Electron ended at once (${signal}), as it does without a sandbox` }
          : { code: code ?? 1 },
      )
    })
  })
}

/** Runs serve or print: in this process where its Node will do, so that killing it kills the host, else in the project's own Node. */
async function openNodeDoor(argv) {
  if (Number(process.versions.node.split('.')[0]) >= NODE_OF_THE_DOORS) {
    stopWithLauncher()
    keepCompiled()
    const door = require(join(bundle, `${argv[0]}.cjs`))
    return argv[0] === 'print' ? door.runPrint(argv) : door.runServe(argv)
  }
  const node = nodeForDoors()
  if (!node) {
    say(`needs Node ${NODE_OF_THE_DOORS}; this is ${process.versions.node}, and the package node is not installed`)
    return 1
  }
  return new Promise((resolve) => {
    const child = spawn(node, [here, ...argv], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
    relaySignals(child)
    child.on('error', (error) => {
      say(`${node} did not start: ${error.message}`)
      resolve(1)
    })
    child.on('close', (code) => resolve(code ?? 1))
  })
}

/** The doors are large, and parsing them is much of the start: what Node made of them is kept beside them, where it may be. */
function keepCompiled() {
  nodeModule.enableCompileCache(join(root, 'out', '.compiled'))
  // By itself Node writes it at a proper end, which an app that is killed never has.
  setTimeout(nodeModule.flushCompileCache, COMPILED_AFTER_MS).unref()
}

/** A launcher of an older Node may be killed without a chance to pass it on: its end of the channel closes all the same. */
function stopWithLauncher() {
  if (!process.channel) return
  process.channel.unref()
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
}

/** Passes on what would end us, until the child has ended itself. */
function relaySignals(child) {
  const relay = (signal) => {
    // A terminal sends Ctrl-C to both of us; a second one would mean "at once".
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  const signals = ['SIGTERM', 'SIGHUP', 'SIGINT']
  for (const signal of signals) process.on(signal, relay)
  child.on('close', () => {
    for (const signal of signals) process.off(signal, relay)
  })
}

function nodeForDoors() {
  try {
    const folder = dirname(require.resolve('node/package.json'))
    const path = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    return existsSync(path) ? path : undefined
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}
