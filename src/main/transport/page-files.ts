// Owns the built page as both windowed doors hand it out: which files, and under which headers.
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

/** Nothing comes from elsewhere, nothing is framed, no inline script runs: what an agent wrote stays text. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export interface PageFile {
  body: Buffer
  headers: Record<string, string>
}

/**
 * Reads one file of the page.
 *
 * @param folder where the page was built to
 * @param pathname the path of the address, still percent-encoded; `/` is the page itself
 * @returns null for whatever is not a file of the page: other kinds, malformed paths, paths that lead out of the folder
 */
export async function readPageFile(folder: string, pathname: string): Promise<PageFile | null> {
  const relative = decodePath(pathname)
  const contentType = CONTENT_TYPES[extname(relative ?? '')]
  if (relative === null || contentType === undefined) return null
  const file = normalize(join(folder, relative))
  if (!file.startsWith(normalize(folder) + sep)) return null
  const body = await readExisting(file)
  return body && { body, headers: pageHeaders(contentType, relative.startsWith('/assets/')) }
}

function decodePath(pathname: string): string | null {
  try {
    const decoded = decodeURIComponent(pathname)
    if (decoded.includes('\0') || decoded.includes('\\')) return null
    return decoded === '/' || decoded === '' ? '/index.html' : decoded
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

async function readExisting(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return null
    throw error
  }
}

/** Assets carry a hash of their content in their name; everything else is asked for again. */
function pageHeaders(contentType: string, hashed: boolean): Record<string, string> {
  return {
    'content-type': contentType,
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'no-store',
  }
}
