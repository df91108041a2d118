// `npm start -- ARGS`: builds what is missing or old, then hands ARGS to the launcher.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build, isStale } from './lib/build.mjs'
import { root } from './lib/project.mjs'

if (!existsSync(join(root, 'node_modules', 'electron-vite'))) {
  console.error('tine: the packages are not installed; run npm ci first')
  process.exit(1)
}
if (isStale()) {
  console.error('tine: building ...')
  try {
    await build()
  } catch (error) {
    console.error(`tine: ${error.message}`)
    process.exit(1)
  }
}
// In this same process: a launcher that is one process less can be stopped, and killed, as one.
await import('../bin/tine.mjs')
