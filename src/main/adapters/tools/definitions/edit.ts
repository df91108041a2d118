import { z } from 'zod'
import { defineTool } from './define-tool'
import { pathField } from './fields'

const description = `Replaces a passage of a text file by another.

- The file must have been read with the read tool in this thread, and must not have changed since (your own edits count as read).
- old_string must be exactly what the file holds, with its indentation, and without the line numbers that read shows. Write line ends as plain newlines; a file with CRLF line ends keeps them, and so does a byte order mark.
- old_string must occur exactly once. Take in as many lines around it as that needs, or set replace_all to replace every occurrence.
- A file that is not UTF-8 is refused: it could not be written back unharmed.`

export const editTool = defineTool(
  'edit',
  description,
  z.strictObject({
    file_path: pathField('The file: an absolute path, or one relative to the working folder.'),
    old_string: z.string().min(1).max(1_000_000).describe('The passage to replace.'),
    new_string: z.string().max(1_000_000).describe('What takes its place; empty to remove it.'),
    replace_all: z.boolean().optional().describe('Replace every occurrence, not a single one.'),
  }),
)

export type EditInput = z.infer<typeof editTool.input>
