import { z } from 'zod'
import { defineTool } from './define-tool'
import { pathField } from './fields'

const description = `Searches the text of files for a regular expression, with ripgrep and its syntax (so a literal brace is "\\{"). Results are sorted by path.

- output "content" (the default) gives "path:line:text" for each match, "files" only the paths, "count" the number of matching lines per file.
- Narrow the search with path (a folder or one file) and glob ("*.ts", "src/**").
- Files git ignores, binary files and symbolic links are passed over. Set include_ignored to search what git ignores.
- Long results end early and long lines are shortened; both are said.
- Use this, not grep or rg through bash.`

const context = () => z.int().min(0).max(50).optional()

export const grepTool = defineTool(
  'grep',
  description,
  z.strictObject({
    pattern: z.string().min(1).max(10_000).describe('The regular expression.'),
    path: pathField('The folder or file to search; the working folder when left out.').optional(),
    glob: z.string().min(1).max(1000).optional().describe('Only files whose path matches this pattern.'),
    output: z.enum(['content', 'files', 'count']).optional().describe('What to return; "content" when left out.'),
    ignore_case: z.boolean().optional().describe('Match upper and lower case alike.'),
    multiline: z.boolean().optional().describe('Let the expression span lines; "." then matches line ends too.'),
    before: context().describe('Lines to show before each match.'),
    after: context().describe('Lines to show after each match.'),
    limit: z.int().min(1).max(10_000).optional().describe('Stop after this many lines of result.'),
    include_ignored: z.boolean().optional().describe('Also search what git ignores.'),
  }),
)

export type GrepInput = z.infer<typeof grepTool.input>
