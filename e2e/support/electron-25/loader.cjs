// Lies in the test Electron where a packaged app would: starts the app its command line names, as an unpackaged Electron does.
//   electron [switches] [-r FILE]... APP [arguments]
const { app } = require('electron')
const { existsSync, readFileSync, statSync } = require('node:fs')
const { dirname, join, resolve } = require('node:path')

const words = process.argv.slice(1)
let entry
for (let at = 0; at < words.length; at += 1) {
  const word = words[at]
  if (word === '-r') {
    at += 1
    require(resolve(words[at]))
  } else if (!word.startsWith('-')) {
    entry = resolve(word)
    break
  }
}
if (!entry || !existsSync(entry)) {
  process.stderr.write(`electron-25: there is no app at ${entry ?? '(none named)'}\n`)
  process.exit(1)
}
const folder = statSync(entry).isDirectory() ? entry : dirname(entry)
app.setAppPath(folder)
if (folder === entry) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  app.setName(manifest.productName ?? manifest.name)
  app.setVersion(manifest.version)
  entry = join(folder, manifest.main)
}
require(entry)
