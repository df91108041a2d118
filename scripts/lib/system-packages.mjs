// Owns what the tests need of the system: seen first, installed where we may, else named together with what is skipped without it.
import { existsSync } from 'node:fs'
import { run } from './project.mjs'

const everything = 'worktree and repository tests'
const window = 'stories in the real Electron'
const browser = 'stories in serve mode'

/** `command` or `library` shows that it is there; `packages` are Debian's names, newest first. */
const NEEDS = [
  { command: 'git', packages: ['git'], neededFor: everything },
  { command: 'chromium', packages: ['chromium'], neededFor: browser },
  { command: 'Xvfb', packages: ['xvfb'], neededFor: window },
  { command: 'xauth', packages: ['xauth'], neededFor: window },
  { command: 'python3', packages: ['python3'], neededFor: window },
  { command: 'make', packages: ['make'], neededFor: window },
  { command: 'g++', packages: ['g++'], neededFor: window },
  { library: 'libgtk-3.so.0', packages: ['libgtk-3-0t64', 'libgtk-3-0'], neededFor: window },
  { library: 'libnss3.so', packages: ['libnss3'], neededFor: window },
  { library: 'libasound.so.2', packages: ['libasound2t64', 'libasound2'], neededFor: window },
  { library: 'libgbm.so.1', packages: ['libgbm1'], neededFor: window },
  { library: 'libXss.so.1', packages: ['libxss1'], neededFor: window },
  { library: 'libatk-bridge-2.0.so.0', packages: ['libatk-bridge2.0-0t64', 'libatk-bridge2.0-0'], neededFor: window },
  { library: 'libdrm.so.2', packages: ['libdrm2'], neededFor: window },
]

/**
 * Sees what is missing and installs it where apt and root are at hand.
 * @param {(line: string) => void} say
 * @returns {Promise<{ electron: string | null, serve: string | null }>} for each door what it lacks, or null
 */
export async function prepareSystem(say) {
  let missing = await missingNeeds()
  if (missing.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await install(missing, say)
    missing = await missingNeeds()
  }
  for (const need of missing)
    say(`missing: ${nameOf(need)} (Debian: ${need.packages.at(-1)}), needed for ${need.neededFor}`)
  return { electron: lack(missing, window), serve: lack(missing, browser) }
}

function lack(missing, purpose) {
  const names = missing.filter((need) => need.neededFor === purpose).map(nameOf)
  return names.length > 0 ? names.join(', ') : null
}

function nameOf(need) {
  return need.command ?? need.library
}

async function missingNeeds() {
  if (process.platform !== 'linux') return []
  const { output } = await run('/sbin/ldconfig', ['-p'], { capture: true })
  const found = NEEDS.map((need) => (need.command ? onPath(need.command) : output.includes(`${need.library} `)))
  return NEEDS.filter((_need, at) => !found[at])
}

function onPath(command) {
  return (process.env.PATH ?? '').split(':').some((folder) => folder && existsSync(`${folder}/${command}`))
}

async function install(missing, say) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { capture: true, env })
  const names = []
  for (const need of missing) names.push(await available(need.packages))
  say(`installing ${names.join(' ')}`)
  const args = ['install', '-y', '-qq', '--no-install-recommends', ...names]
  const { code, output } = await run('apt-get', args, { capture: true, env })
  if (code !== 0) say(`apt-get could not install them:\n${output.slice(-2_000)}`)
}

/** Debian renamed some libraries; the first name this release has a candidate for is its own. */
async function available(names) {
  for (const name of names) {
    const { output } = await run('apt-cache', ['policy', name], { capture: true })
    if (/Candidate: (?!\(none\))\S/.test(output)) return name
  }
  return names.at(-1)
}
