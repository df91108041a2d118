// `npm run package:try`: what someone has who installs the npm package into an empty folder.
import { tryPackedApp } from './lib/packed-app.mjs'

const { ok, note, output } = await tryPackedApp()
console.log(ok ? `the packed package installs and serves its demo (${note})` : `${note}\n${output}`)
process.exit(ok ? 0 : 1)
