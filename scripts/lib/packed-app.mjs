// Owns trying the npm package as a stranger gets it: packed, installed into an empty folder by the machine's own Node, and started.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, isStale } from './build.mjs'
import { root, run } from './project.mjs'

const READY_MS = 60_000

/**
 * Packs the built app, installs the package and starts `tine serve --demo` from it.
 * @returns {Promise<{ ok: boolean, note: string, output: string }>} what came of it; the output is that of the step that failed
 */
export async function tryPackedApp() {
  const folder = await mkdtemp(join(tmpdir(), 'tine-packed-'))
  try {
    return await inFolder(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function inFolder(folder) {
  if (isStale()) await build()
  // The build is fresh, and prepack would make it again.
  const packed = await npm(root, 'pack', '--ignore-scripts', '--silent', '--pack-destination', folder)
  if (packed.code !== 0) return failed('npm pack', packed.output)
  const archive = (await readdir(folder)).find((name) => name.endsWith('.tgz'))
  if (!archive) return failed('npm pack', 'it left no archive')
  const home = join(folder, 'somewhere')
  await mkdir(home)
  await writeFile(join(home, 'package.json'), '{"private":true}')
  const installed = await npm(home, 'install', '--no-fund', '--no-audit', '--silent', join(folder, archive))
  if (installed.code !== 0) return failed('npm install', installed.output)
  const started = await serveDemo(home)
  return started.page ? { ok: true, note: `served by ${process.version}`, output: '' } : failed('serve', started.output)
}

function failed(step, output) {
  return { ok: false, note: `${step} failed`, output }
}

/** As a person's shell has it: without the tools of this checkout on the path. */
function plainEnvironment(home) {
  const paths = (process.env.PATH ?? '').split(':').filter((path) => !path.includes('node_modules'))
  const kept = Object.entries(process.env).filter(([name]) => !/^(npm_|TINE_|ANTHROPIC_|NODE_|ELECTRON_)/i.test(name))
  return { ...Object.fromEntries(kept), PATH: paths.join(':'), ...(home ? { HOME: home } : {}) }
}

function npm(cwd, ...args) {
  return run('npm', args, { capture: true, cwd, env: plainEnvironment(), timeoutMs: 240_000 })
}

/** Starts it and asks for its page; both streams are the output where it does not come. */
async function serveDemo(home) {
  const child = spawn(join(home, 'node_modules', '.bin', 'tine'), ['serve', '--demo', '--data', join(home, 'data')], {
    cwd: home,
    env: plainEnvironment(home),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  let output = ''
  const address = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
        const ready = /^READY (http:\/\/[^#\s]+)/m.exec(output)?.[1]
        if (ready) resolve(ready)
      })
    child.on('error', (error) => {
      output += error.message
      resolve(null)
    })
    child.on('close', () => resolve(null))
    setTimeout(() => resolve(null), READY_MS).unref()
  })
  const url = await address
  const answer = url ? await fetch(url) : null
  const page = answer?.ok === true && (await answer.text()).includes('<title>Tine</title>')
  if (child.pid !== undefined && child.exitCode === null) {
    child.kill('SIGTERM')
    await ended
  }
  return { page, output }
}
