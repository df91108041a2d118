// Where the parser's two binary files lie: beside the running bundle, or in node_modules when run from sources.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The path of a wasm file the build copies beside the bundle.
 *
 * @param name of the file, such as `tree-sitter-bash.wasm`
 * @param packaged the same file as a module specifier
 * @throws when it is in neither place: the installation is broken
 */
export function findWasm(name: string, packaged: string): string {
  const beside = join(dirname(fileURLToPath(import.meta.url)), name)
  return existsSync(beside) ? beside : createRequire(import.meta.url).resolve(packaged)
}
