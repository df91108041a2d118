// Importing: a file is read beside the loop, and when all of it could be read, stored in one transaction.
import { stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { DraftOutput, DraftRow } from '../../../core/import/draft-rows'
import { ttlAt } from '../../../core/pricing/model-table'
import type { CommandResult, ParsedInput } from '../../../shared/contract/commands'
import { FailureError } from '../../../shared/contract/failure'
import type { HostParts } from '../host-parts'
import type { SessionFiles } from '../ports/session-files'
import { projectOf } from '../threads'
import { storeOutput } from '../turn/outputs'
import { type ImportPlace, insertSession, outputKey } from './insert-session'

/** What is indexed within a few milliseconds. */
const INDEXED_AT_ONCE = 50

type ImportParts = Pick<HostParts, 'store' | 'ids' | 'settings' | 'outputsDir' | 'log' | 'clock'>
type Input = ParsedInput<'session.import'>
type Result = CommandResult<'session.import'>

export class SessionImports {
  constructor(
    private readonly parts: ImportParts,
    private readonly files: SessionFiles,
  ) {}

  /**
   * Makes a session of a file, all of it or nothing.
   *
   * @throws FailureError `invalid_input` for a file that cannot be read or is none, `not_found`, `conflict`, `store.*`
   */
  async import(input: Input, remember: (result: Result) => void): Promise<Result> {
    const { store, log, clock } = this.parts
    const place = this.placeOf(input)
    await requireFile(input.path)
    const began = clock.now()
    const rows: DraftRow[] = []
    const texts = new Map<string, DraftOutput[]>()
    const read = await this.files.read(input.path, (batch) => {
      for (const row of batch)
        if (row.row === 'output') gather(texts, row.value)
        else rows.push(row)
    })
    const outputs = await this.storeOutputs(texts)
    const { format, ...counts } = read
    const result = { sessionId: place.sessionId, ...counts }
    const stored = clock.now()
    store.commit((tx) => {
      if (store.sessions.get(place.sessionId)) throw taken(place.sessionId)
      insertSession(this.parts, tx, rows, place, outputs)
      remember(result)
    })
    const indexing = clock.now()
    await this.index(rows)
    const times = { readMs: stored - began, storeMs: indexing - stored, indexMs: clock.now() - indexing }
    log.info('session.imported', { sessionId: place.sessionId, format, rows: rows.length, ...times })
    return result
  }

  /** Has what was imported found, a little at a time: it takes longer than to store it. */
  private async index(rows: readonly DraftRow[]): Promise<void> {
    const { store } = this.parts
    const ids = rows.flatMap((row) => (row.row === 'item' ? row.value.item.id : []))
    for (let at = 0; at < ids.length; at += INDEXED_AT_ONCE) {
      await setImmediate()
      store.commit(() => store.items.index(ids.slice(at, at + INDEXED_AT_ONCE)), 'process')
    }
  }

  /** The transcripts there are of a project. */
  async list(projectId: string): Promise<CommandResult<'session.importable'>> {
    return this.files.list(projectOf(this.parts.store, projectId).realPath)
  }

  private placeOf({ projectId, sessionId }: Input): ImportPlace {
    const { store, ids } = this.parts
    const project = projectOf(store, projectId)
    const settings = this.parts.settings()
    if (sessionId !== undefined && store.sessions.get(sessionId)) throw taken(sessionId)
    return {
      sessionId: sessionId ?? ids.next('session'),
      projectId,
      choice: {
        model: project.demo ? 'tine-demo' : settings.model,
        effort: settings.effort,
        thinking: 'adaptive',
      },
      // What somebody else wrote is not let loose because this machine trusts its own sessions.
      permissionMode: settings.permissionMode === 'bypassPermissions' ? 'default' : settings.permissionMode,
      cacheTtl: ttlAt(settings.baseUrl, settings['cache.ttl']),
    }
  }

  private async storeOutputs(texts: ReadonlyMap<string, DraftOutput[]>): Promise<Map<string, string>> {
    const outputs = new Map<string, string>()
    for (const [key, pieces] of texts) {
      const [first] = pieces
      if (!first) continue
      const text = pieces.map((piece) => piece.text).join('')
      const { file } = await storeOutput(this.parts.outputsDir, first.threadId, first.toolUseId, text)
      outputs.set(key, file)
    }
    return outputs
  }
}

function gather(texts: Map<string, DraftOutput[]>, output: DraftOutput): void {
  const pieces = texts.get(outputKey(output)) ?? []
  pieces.push(output)
  texts.set(outputKey(output), pieces)
}

async function requireFile(path: string): Promise<void> {
  if (!isAbsolute(path)) throw new FailureError('invalid_input', 'Name the file with its whole path.', { path })
  try {
    if ((await stat(path)).isFile()) return
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP', 'ENAMETOOLONG', 'EPERM'].includes(code)) throw error
    throw new FailureError('invalid_input', `There is no file ${path} that can be read.`, { path })
  }
  throw new FailureError('invalid_input', `${path} is no file.`, { path })
}

function taken(sessionId: string): FailureError {
  return new FailureError('conflict', 'A session of this id exists already, with another input.', { sessionId })
}
