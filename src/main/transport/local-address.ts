// Where a running app can be reached by another process of the same person: a socket, and the secret that opens it.
import { createHash } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

const addressSchema = z.object({ socket: z.string().min(1), secret: z.string().min(1) })
export type LocalAddress = z.infer<typeof addressSchema>

/** Longer names of sockets are cut or refused by some systems. */
const MOST_SOCKET_CHARS = 100

/** The socket of a data folder: in it where its name is short enough, else beside all temporary files. */
export function socketOf(dataDir: string): string {
  const name = `tine-${createHash('sha256').update(dataDir).digest('hex').slice(0, 24)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  const inside = join(dataDir, 'door.sock')
  return Buffer.byteLength(inside) <= MOST_SOCKET_CHARS ? inside : join(tmpdir(), `${name}.sock`)
}

/** Tells others of this address; only the person's own processes can read it. */
export function writeAddress(dataDir: string, address: LocalAddress): void {
  const path = addressFile(dataDir)
  writeFileSync(`${path}.new`, `${JSON.stringify(address)}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

export function removeAddress(dataDir: string): void {
  rmSync(addressFile(dataDir), { force: true })
}

/** The address somebody told of; null when there is none that can be read. */
export function readAddress(dataDir: string): LocalAddress | null {
  try {
    const parsed = addressSchema.safeParse(JSON.parse(readFileSync(addressFile(dataDir), 'utf8')))
    return parsed.success ? parsed.data : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

function addressFile(dataDir: string): string {
  return join(dataDir, 'door.json')
}
