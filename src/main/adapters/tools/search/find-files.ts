import { stat } from 'node:fs/promises'
import type { ToolContext } from '../../../services/ports/tools'
import type { GlobInput } from '../definitions/glob'
import { GLOB_RESULTS, RESULT_CHARS } from '../limits'
import { grouped, wellFormed } from '../text/well-formed'
import { ToolRefusal } from '../tool-refusal'
import { readPathGlob } from './path-glob'
import { runRipgrep } from './run-ripgrep'
import { fileArguments, passOver, type SearchMeans, searchPlace, slashed, unfinished } from './search-tools'

/** Lists the files of a folder whose path matches a pattern. */
export async function findFiles(input: GlobInput, context: ToolContext, means: SearchMeans): Promise<string> {
  const glob = readPathGlob(input.pattern)
  const { rgPath, target } = await searchPlace(input.path, context, means)
  if (!(await stat(target.real)).isDirectory()) throw new ToolRefusal(`${target.shown} is a file, not a folder.`)
  const prefix = target.shown === '.' ? '' : `${target.shown}/`
  const found: string[] = []
  const passedOver = passOver(target.real, context)
  let count = 0
  let chars = 0
  const { end, complaint } = await runRipgrep({
    ...means,
    rgPath,
    args: ['--files', ...fileArguments(glob, input.include_ignored ?? false)],
    cwd: target.real,
    signal: context.signal,
    onLine: (line) => {
      const relative = slashed(line)
      if (!glob.matches(relative) || passedOver.has(relative)) return true
      count += 1
      const path = wellFormed(prefix + relative)
      chars += path.length + 1
      if (found.length < GLOB_RESULTS && chars <= RESULT_CHARS) found.push(path)
      return true
    },
  })
  if (count === 0 && complaint !== '') throw new ToolRefusal(`The search failed: ${wellFormed(complaint)}`)
  const cut =
    count > found.length
      ? [`[${found.length} of ${grouped(count)} files shown; narrow the pattern or the path to see the others]`]
      : []
  const lines = count === 0 ? [`No file in ${target.shown} matches ${input.pattern}.`] : found
  return [
    ...lines,
    ...cut,
    ...passedOver.note(),
    ...unfinished(end),
    ...(target.mapped === null ? [] : [target.mapped]),
  ].join('\n')
}
