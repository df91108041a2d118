// `npm run bench [-- NAME...]`: runs what bench/ measures, each as `main()` of a module, and prints its table.
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { runnerImport } from 'vite'
import { build, isStale } from './lib/build.mjs'
import { root } from './lib/project.mjs'

const known = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => basename(file, '.bench.ts'))
const asked = process.argv.slice(2)
const unknown = asked.find((name) => !known.includes(name))
if (unknown !== undefined) {
  console.error(`bench: there is no ${unknown}; there is ${known.join(', ')}`)
  process.exit(2)
}
// What is measured is the built app, and it must be the one these sources say.
if (isStale()) {
  console.error('bench: building ...')
  await build()
}
for (const name of asked.length > 0 ? asked : known) {
  console.log(`\n=== ${name} ===`)
  const { module } = await runnerImport(join(root, 'bench', `${name}.bench.ts`), { configFile: false, root })
  await module.main()
}
