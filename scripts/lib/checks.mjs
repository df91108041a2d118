// Owns the static checks: format and lint, types, arrows, dead code.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, runTool } from './project.mjs'

const capture = { capture: true }

async function tool(packageName, args, options) {
  const { code, output } = await runTool(packageName, args, { ...capture, ...options })
  return { ok: code === 0, output }
}

/**
 * dependency-cruiser has reported success after seeing nothing at all (with a TypeScript it did not know), so an empty cruise fails,
 * and so does one whose TypeScript files led nowhere.
 */
async function arrows() {
  const text = await tool(
    'dependency-cruiser',
    ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'src'],
    {
      binName: 'depcruise',
    },
  )
  if (!text.ok) return text
  const seen = /\((\d+) modules, (\d+) dependencies cruised\)/.exec(text.output)
  const [modules, dependencies] = seen ? [Number(seen[1]), Number(seen[2])] : [0, 0]
  const ok = modules > 0 && dependencies > 0
  return {
    ok,
    note: `${modules} modules, ${dependencies} imports`,
    output: ok ? '' : `nothing was cruised:\n${text.output}`,
  }
}

/** At 250 lines a file has a second noun in it; at 400 nobody looks for it any more. */
const MOST_LINES = 400

async function fileLengths() {
  const listing = [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '--',
    '*.ts',
    '*.tsx',
    '*.mjs',
    '*.cjs',
    '*.css',
  ]
  const { code, output } = await run('git', listing, capture)
  if (code !== 0) return { ok: false, output }
  const files = output.split('\n').filter((file) => file && existsSync(join(root, file)))
  const lengths = files.map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length - 1 }))
  const tooLong = lengths.filter(({ lines }) => lines > MOST_LINES)
  return {
    ok: files.length > 0 && tooLong.length === 0,
    note: `${files.length} files`,
    output: tooLong.map(({ file, lines }) => `${file}: ${lines} lines, more than ${MOST_LINES}`).join('\n'),
  }
}

/** The steps of `npm run check` that need no test to run. */
export const staticChecks = [
  {
    name: 'format and lint',
    run: () => tool('@biomejs/biome', ['check', '--error-on-warnings', '--colors=off'], { binName: 'biome' }),
  },
  { name: 'types: host', run: () => tool('typescript', ['-p', 'tsconfig.node.json'], { binName: 'tsc' }) },
  { name: 'types: page', run: () => tool('typescript', ['-p', 'tsconfig.web.json'], { binName: 'tsc' }) },
  { name: 'types: stories', run: () => tool('typescript', ['-p', 'tsconfig.e2e.json'], { binName: 'tsc' }) },
  { name: 'arrows', run: arrows },
  { name: 'file lengths', run: fileLengths },
  { name: 'dead code', run: () => tool('knip', ['--no-progress']) },
]
