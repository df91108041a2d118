// What a project's own files would switch on; read, never run.
import type { Activation } from '../../../shared/contract/system-commands'

export interface ProjectActivations {
  /** Of all files that can make the project act. */
  hash: string
  files: Record<string, string>
  activations: Activation[]
}

export interface ProjectFiles {
  activations(folder: string): Promise<ProjectActivations>
  /** The difference between the files that were trusted and those of now, in words. */
  changed(before: Record<string, string>, now: Record<string, string>): string[]
}
