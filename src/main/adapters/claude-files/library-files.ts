// Reads commands from `.claude/commands/**/*.md` and skills from `.claude/skills/*/SKILL.md`, in the project and in the home folder.
import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { SHELL_LINE } from '../../../core/library/command-text'
import { parseRule } from '../../../core/permission/rule'
import type { BrokenFile } from '../../services/ports/agent-files'
import type { LibraryDocument, LibraryFiles } from '../../services/ports/library-files'
import { SKILL } from './document-activations'
import { lineOfField, modelOf, NAME, unusedFields } from './document-fields'
import { readFrontMatter, rulesIn, wordsIn } from './front-matter'
import { listContained, readContained, readOwn } from './read-contained'

const COMMANDS = '.claude/commands'
const SKILLS = '.claude/skills'
const MOST_DESCRIPTION = 1_000
const USED = [
  'name',
  'description',
  'when_to_use',
  'argument-hint',
  'arguments',
  'allowed-tools',
  'model',
  'context',
  'agent',
  'user-invocable',
  'disable-model-invocation',
]
/** Facts about a file that change nothing. */
const KNOWN = ['license', 'compatibility', 'metadata', 'version', 'author', 'tags']

type Read = { document: LibraryDocument } | { broken: BrokenFile }

/** Where a document stands. */
interface Place {
  kind: LibraryDocument['kind']
  /** Relative to its root. */
  path: string
  root: string
  origin: LibraryDocument['origin']
  /** As a person names it. */
  source: string
}

/** @param home the person's home folder */
export function createLibraryFiles(home = homedir()): LibraryFiles {
  return {
    async read(folder) {
      const places = [...(await placesIn(home, 'home')), ...(await placesIn(folder, 'project'))]
      const all = await Promise.all(places.map(async (place) => readDocument(place, await textOf(place))))
      return {
        documents: all.flatMap((read) => ('document' in read ? [read.document] : [])),
        broken: all.flatMap((read) => ('broken' in read ? [read.broken] : [])),
      }
    },
  }
}

async function placesIn(root: string, origin: Place['origin']): Promise<Place[]> {
  const skills = (await listContained(root, SKILLS, 'SKILL.md')).filter((path) => SKILL.test(path))
  const commands = await listContained(root, COMMANDS, '.md')
  const place = (kind: Place['kind']) => (path: string) => {
    return { kind, path, root, origin, source: origin === 'home' ? `~/${path}` : path }
  }
  return [...skills.map(place('skill')), ...commands.map(place('command'))]
}

function textOf({ origin, root, path }: Place): Promise<string | null> {
  return origin === 'home' ? readOwn(join(root, path)) : readContained(root, path)
}

/** One file as a document, or why it is none. */
function readDocument(place: Place, text: string | null): Read {
  const { source } = place
  const wrong = (reason: string, line: number | null = null): Read => ({ broken: { source, line, reason } })
  if (text === null) return wrong('it is not a readable file, or larger than 1 MB')
  if (text.includes('\0')) return wrong('it is not text')
  const { fields, body, problem } = readFrontMatter(text)
  if (problem) return wrong(problem.reason, problem.line)
  const name = String(fields.name ?? nameOf(place)).trim()
  if (!NAME.test(name))
    return wrong('“name” must be letters, digits, dots, colons and dashes', lineOfField(text, 'name'))
  if (body.trim() === '') return wrong('it says nothing below its head')
  const { context } = fields
  if (context !== undefined && context !== 'fork' && context !== 'inherit')
    return wrong('“context” is either “fork” or left out', lineOfField(text, 'context'))
  const { rules, remarks } = readRules(fields['allowed-tools'])
  const person = readFlag(fields, 'user-invocable', true)
  const manual = readFlag(fields, 'disable-model-invocation', false)
  return {
    document: {
      kind: place.kind,
      name,
      description: descriptionOf(fields, body),
      argumentHint: oneLine(fields['argument-hint']) || null,
      argumentNames: wordsIn(fields.arguments),
      body: body.trim(),
      folder: place.kind === 'skill' ? dirname(join(place.root, place.path)) : null,
      island: context === 'fork',
      agent: oneLine(fields.agent) || null,
      model: modelOf(fields.model),
      allowedTools: rules,
      forPerson: person.value,
      forModel: place.kind === 'skill' && !manual.value,
      runsCommands: body.search(SHELL_LINE) >= 0,
      remarks: [...remarks, ...person.remarks, ...manual.remarks, ...unusedFields(fields, USED, KNOWN)],
      source,
      origin: place.origin,
      contentHash: createHash('sha256').update(text).digest('hex'),
    },
  }
}

/** A skill is called as its folder, a command as its path below the folder of commands: `git/amend.md` is `git:amend`. */
function nameOf({ kind, path }: Place): string {
  if (kind === 'skill') return basename(dirname(path))
  return path.slice(COMMANDS.length + 1, -'.md'.length).replaceAll('/', ':')
}

/** A rule that means nothing allows nothing, and is told of. */
function readRules(value: unknown): { rules: string[]; remarks: string[] } {
  const rules: string[] = []
  const remarks: string[] = []
  for (const text of rulesIn(value)) {
    const parsed = parseRule(text, 'allow', 'preapproval', '')
    if (parsed.ok) rules.push(text)
    else remarks.push(`allowed-tools, ${text}: ${parsed.reason}`)
  }
  return { rules, remarks }
}

/** A description, and when to use it where the file says so apart. */
function descriptionOf(fields: Record<string, unknown>, body: string): string {
  const words = [oneLine(fields.description) || firstLine(body), oneLine(fields.when_to_use)]
  return words.filter(Boolean).join(' ').slice(0, MOST_DESCRIPTION)
}

/** A switch of the head; one that is neither on nor off counts as what is safer, and is told of. */
function readFlag(fields: Record<string, unknown>, name: string, usual: boolean) {
  const value = fields[name]
  if (value === undefined) return { value: usual, remarks: [] }
  if (value === true || value === 'true') return { value: true, remarks: [] }
  if (value === false || value === 'false') return { value: false, remarks: [] }
  const safer = name === 'disable-model-invocation'
  return { value: safer, remarks: [`“${name}” is either true or false; it counts as ${safer}.`] }
}

function oneLine(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).replaceAll(/\s+/g, ' ').trim() : ''
}

function firstLine(body: string): string {
  const line = body.split('\n').find((each) => each.trim() !== '') ?? ''
  return line.replace(/^#+\s*/, '').trim()
}
