// Owns better-sqlite3 compiled for Node-API 8, which is what the Electron of the tests has; the package's own binary needs 10.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { cachedFolder } from './cached-folder.mjs'
import { projectNode, root, run } from './project.mjs'

const source = join(root, 'node_modules', 'better-sqlite3')
const keptString = join(root, 'e2e', 'support', 'electron-25', 'kept-string.hpp')

/** The only three files that hold references to strings. The first one is included before the others. */
const FILES_WITH_STRINGS = ['helpers.cpp', 'constants.cpp', 'bind-map.cpp']

/**
 * Compiles the addon (about a minute), or takes it from the cache.
 * @returns {Promise<string>} path of the `.node` file, for `TINE_SQLITE_BINDING`
 * @throws when the source is not what the change was made for, or does not compile
 */
export async function prepareSqliteBinding() {
  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'))
  const change = createHash('sha256')
    .update(await readFile(keptString))
    .digest('hex')
    .slice(0, 12)
  const folder = await cachedFolder(`better-sqlite3-${version}-napi8-${process.arch}-${change}`, async (making) => {
    const work = join(making, 'better-sqlite3')
    await cp(source, work, { recursive: true, dereference: true })
    await rm(join(work, 'prebuilds'), { recursive: true, force: true })
    await rm(join(work, 'build'), { recursive: true, force: true })
    await mkdir(join(work, 'node_modules'), { recursive: true })
    await cp(join(root, 'node_modules', 'node-addon-api'), join(work, 'node_modules', 'node-addon-api'), {
      recursive: true,
    })
    await lowerNodeApi(work)
    await compile(work)
    await rename(join(work, 'build', 'Release', 'better_sqlite3.node'), join(making, 'better_sqlite3.node'))
    await rm(work, { recursive: true })
  })
  return join(folder, 'better_sqlite3.node')
}

async function lowerNodeApi(work) {
  for (const file of FILES_WITH_STRINGS) {
    await edit(join(work, 'src', 'util', file), (text) =>
      text.replaceAll('Napi::Reference<Napi::String>', 'KeptString').replaceAll('Napi::Persistent(', 'KeptString('),
    )
  }
  const struct = await readFile(keptString, 'utf8')
  await edit(join(work, 'src', 'util', 'helpers.cpp'), (text) => struct + text)
  await edit(join(work, 'binding.gyp'), (text) => text.replace('NAPI_VERSION=10', 'NAPI_VERSION=8'))
}

async function edit(file, change) {
  const before = await readFile(file, 'utf8')
  const after = change(before)
  if (after === before) throw new Error(`${file} is not the source the change was made for`)
  await writeFile(file, after)
}

async function compile(work) {
  const gyp = await nodeGyp()
  const args = [gyp, 'rebuild', '--release', '--force_build=1']
  const headers = nodeHeaders()
  if (headers) args.push(`--nodedir=${headers}`)
  const { code, output } = await run(projectNode(), args, { capture: true, cwd: work })
  if (code !== 0) throw new Error(`better-sqlite3 did not compile:\n${output.slice(-4_000)}`)
}

/** npm brings its own node-gyp; no other copy is installed for one compilation. */
async function nodeGyp() {
  const { code, output } = await run('npm', ['root', '--global'], { capture: true })
  const script = join(output.trim(), 'npm', 'node_modules', 'node-gyp', 'bin', 'node-gyp.js')
  if (code !== 0 || !existsSync(script)) throw new Error(`npm has no node-gyp at ${script}`)
  return script
}

/** The project's Node comes with its headers, so that nothing is downloaded. */
function nodeHeaders() {
  const folder = join(root, 'node_modules', 'node', 'node_modules', `node-${process.platform}-${process.arch}`)
  const beside = dirname(dirname(process.execPath))
  return [folder, beside].find((candidate) => existsSync(join(candidate, 'include', 'node', 'node_api.h')))
}
