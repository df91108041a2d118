// `npm run bench [-- NAME [PART...]...]`: runs what bench/ measures, each as `main(parts)` of a module, and prints its tables. A module
// that can measure one of its parts by itself names them in `parts`: `npm run bench -- wire latency`, or `npm run bench:wire -- latency`.
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { runnerImport } from 'vite'
import { build, isStale } from './lib/build.mjs'
import { root } from './lib/project.mjs'

const known = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => basename(file, '.bench.ts'))

/** What was asked for: each bench with the parts that follow its name. */
function readOrders(words) {
  if (words.length === 0) return known.map((name) => ({ name, parts: [] }))
  const orders = []
  for (const word of words) {
    if (known.includes(word)) orders.push({ name: word, parts: [] })
    else if (orders.length > 0) orders.at(-1).parts.push(word)
    else refuse(`there is no ${word}; there is ${known.join(', ')}`)
  }
  return orders
}

function refuse(words) {
  console.error(`bench: ${words}`)
  process.exit(2)
}

const orders = []
for (const { name, parts } of readOrders(process.argv.slice(2))) {
  const { module } = await runnerImport(join(root, 'bench', `${name}.bench.ts`), { configFile: false, root })
  const there = module.parts ?? []
  const unknown = parts.find((part) => !there.includes(part))
  if (unknown !== undefined)
    refuse(
      there.length > 0
        ? `${name} has no ${unknown}; it has ${there.join(', ')}`
        : `there is no ${unknown}, and ${name} has no parts`,
    )
  orders.push({ name, parts, module })
}
// What is measured is the built app, and it must be the one these sources say.
if (isStale()) {
  console.error('bench: building ...')
  await build()
}
for (const { name, parts, module } of orders) {
  console.log(`\n=== ${name} ===`)
  await module.main(parts)
}
