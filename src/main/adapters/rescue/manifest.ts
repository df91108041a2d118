// The last member of an archive: everything that was in its folders, as it was.
import { z } from 'zod'
import { folderEntrySchema } from './folder-entry'

export const MANIFEST = 'manifest.json'
export const MANIFEST_VERSION = 1

export const manifestSchema = z.object({
  version: z.literal(MANIFEST_VERSION),
  roots: z.record(z.string(), z.array(folderEntrySchema)),
})
export type Manifest = z.infer<typeof manifestSchema>
