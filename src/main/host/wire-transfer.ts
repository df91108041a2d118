// Wires what brings conversations in from files and writes them to files.
import type { HostParts } from '../services/host-parts'
import type { SessionFiles } from '../services/ports/session-files'
import { SessionExports } from '../services/transfer/export-session'
import { SessionImports } from '../services/transfer/import-session'

export interface TransferServices {
  imports: SessionImports
  exports: SessionExports
}

/** Builds both over their parts. */
export function wireTransfer(parts: HostParts & { sessionFiles: SessionFiles }): TransferServices {
  return { imports: new SessionImports(parts, parts.sessionFiles), exports: new SessionExports(parts) }
}
