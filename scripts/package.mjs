// `npm run package`: builds the app and the packages of this platform. What follows `--` goes to electron-builder: `--dir`, `--linux deb`.
import { build } from './lib/build.mjs'
import { runTool } from './lib/project.mjs'

await build()
const { code } = await runTool('electron-builder', [
  '--config',
  'electron-builder.config.mjs',
  // Nothing leaves this machine by making a package.
  '--publish=never',
  ...process.argv.slice(2),
])
process.exit(code)
