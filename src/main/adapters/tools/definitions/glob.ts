import { z } from 'zod'
import { GLOB_RESULTS } from '../limits'
import { defineTool } from './define-tool'
import { pathField } from './fields'

const description = `Lists files whose path matches a pattern, sorted by path, at most ${GLOB_RESULTS} of them; how many more there are is said at the end.

- A pattern without a slash matches file names at any depth ("*.ts"). With a slash it is matched from the searched folder on ("src/**/*.test.ts"). {a,b}, [abc] and ? work.
- Files git ignores are left out unless include_ignored is set. Symbolic links are not followed.
- Search for text inside files with grep, not with this.`

export const globTool = defineTool(
  'glob',
  description,
  z.strictObject({
    pattern: z.string().min(1).max(1000).describe('The pattern, relative: no leading slash, no "..".'),
    path: pathField('The folder to search; the working folder when left out.').optional(),
    include_ignored: z.boolean().optional().describe('Also list what git ignores.'),
  }),
)

export type GlobInput = z.infer<typeof globTool.input>
