import { z } from 'zod'
import { defineTool } from './define-tool'
import { pathField } from './fields'

const description = `Writes a whole file: makes it, with the folders above it, or replaces everything in it.

- A file that exists must have been read with the read tool in this thread, and must not have changed since.
- To change a part of a file use edit; it is shorter and leaves the rest alone.
- The content is written as it is, as UTF-8. Line ends are yours to choose.`

export const writeTool = defineTool(
  'write',
  description,
  z.strictObject({
    file_path: pathField('The file: an absolute path, or one relative to the working folder.'),
    content: z.string().max(10_000_000).describe('All of the text the file shall hold.'),
  }),
)

export type WriteInput = z.infer<typeof writeTool.input>
