import { z } from 'zod'
import { LINE_CHARS, READ_LINES } from '../limits'
import { defineTool } from './define-tool'
import { pathField } from './fields'

const description = `Reads a file. Text comes back with its line numbers ("12<tab>text of line 12"; number and tab are not part of the file). PNG, JPEG, GIF and WebP files come back as images, reduced where they are large, PDF files as documents. Other binary files are named as such.

- One call returns at most ${READ_LINES} lines and about 45,000 characters, and at most ${LINE_CHARS} characters of a single line. Whatever was left out is said at the end, with the offset to go on from.
- For one part of a large file pass offset and limit. For the inside of a very long line pass from_byte.
- Reading a file here is what allows edit and write to change it afterwards. Reading it through bash does not count.
- It reads files, not folders: use glob to see what a folder holds.`

export const readTool = defineTool(
  'read',
  description,
  z
    .strictObject({
      file_path: pathField('The file: an absolute path, or one relative to the working folder.'),
      offset: z.int().min(1).max(1_000_000_000).optional().describe('First line to return, counted from 1.'),
      limit: z.int().min(1).max(100_000).optional().describe(`How many lines to return; ${READ_LINES} when left out.`),
      from_byte: z
        .int()
        .min(0)
        .max(1_000_000_000_000)
        .optional()
        .describe('Return raw text from this byte on, without line numbers. Not together with offset or limit.'),
    })
    .refine((input) => input.from_byte === undefined || (input.offset === undefined && input.limit === undefined), {
      error: 'expected either from_byte, or offset and limit',
    }),
)

export type ReadInput = z.infer<typeof readTool.input>
