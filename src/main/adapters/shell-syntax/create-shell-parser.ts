// The shell parser: bash's grammar as a wasm module, loaded once, behind one function.
import { readFile } from 'node:fs/promises'
import { Language, type Node, Parser } from 'web-tree-sitter'
import { seeThrough } from '../../../core/permission/see-through'
import type { ShellAnalysis } from '../../../core/permission/shell-analysis'
import { checkGap, misleadingCharacter } from './check-source'
import { findWasm } from './find-wasm'
import { readStatements } from './read-tree'
import { doubt, emptyDraft, finishDraft, type ShellDraft } from './shell-draft'

/** Longer lines are not parsed: nobody reads them, and an unread line is asked about. */
export const MAX_COMMAND_CHARS = 65_536
/** A line the grammar needs longer for is treated like one it cannot read. */
const MAX_PARSE_MS = 1_000
/** Scripts in scripts (`bash -c "bash -c …"`) deeper than this are not understood. */
const MAX_DEPTH = 4
/** More simple commands than anybody looks through. */
const MAX_COMMANDS = 1_000

export interface ShellParser {
  /** Never throws for any text; takes at most about a second. */
  parse(command: string): ShellAnalysis
}

/**
 * Loads the grammar.
 *
 * @throws when the wasm files are missing or broken
 */
export async function createShellParser(): Promise<ShellParser> {
  const wasmBinary = await readFile(findWasm('web-tree-sitter.wasm', 'web-tree-sitter/web-tree-sitter.wasm'))
  await Parser.init({ wasmBinary })
  const grammar = await readFile(findWasm('tree-sitter-bash.wasm', 'tree-sitter-bash/tree-sitter-bash.wasm'))
  const parser = new Parser()
  parser.setLanguage(await Language.load(grammar))
  return { parse: (command) => finishDraft(parseScript(parser, command, 0)) }
}

function parseScript(parser: Parser, source: string, depth: number): ShellDraft {
  const draft = emptyDraft(source)
  if (source.length > MAX_COMMAND_CHARS) doubt(draft, 'it is too long')
  else if (depth > MAX_DEPTH) doubt(draft, 'it holds scripts in scripts')
  else if (misleadingCharacter(source)) doubt(draft, misleadingCharacter(source) ?? '')
  else readSource(parser, draft, depth)
  return draft
}

function readSource(parser: Parser, draft: ShellDraft, depth: number): void {
  const deadline = performance.now() + MAX_PARSE_MS
  const tree = parser.parse(draft.source, null, { progressCallback: () => performance.now() > deadline })
  if (!tree) {
    parser.reset()
    doubt(draft, 'it takes too long to read')
    return
  }
  try {
    if (tree.rootNode.hasError) doubt(draft, 'its syntax is not understood')
    readStatements(tree.rootNode, draft)
    checkEnds(tree.rootNode, draft)
  } finally {
    tree.delete()
  }
  if (draft.commands.length > MAX_COMMANDS) {
    doubt(draft, 'it holds too many commands')
    return
  }
  for (const command of draft.commands) {
    seeThrough(command, {
      parse: (script) => merge(draft, parseScript(parser, script, depth + 1)),
      doubt: (reason) => doubt(draft, reason),
    })
  }
}

/** Before the first and after the last token too there may be only what bash skips. */
function checkEnds(root: Node, draft: ShellDraft): void {
  const first = root.children[0]
  const last = root.children.at(-1)
  checkGap(draft, 0, first ? first.startIndex : draft.source.length, true)
  if (last) checkGap(draft, last.endIndex, draft.source.length, true)
}

/** What a nested script does belongs to the line; its commands belong to the command that runs it. */
function merge(draft: ShellDraft, script: ShellDraft): ShellDraft['commands'] {
  draft.redirections.push(...script.redirections)
  draft.assignments.push(...script.assignments)
  draft.flags.substitution ||= script.flags.substitution
  draft.flags.heredoc ||= script.flags.heredoc
  draft.flags.background ||= script.flags.background
  draft.flags.functionDefinition ||= script.flags.functionDefinition
  draft.flags.subshell ||= script.flags.subshell
  draft.flags.controlFlow ||= script.flags.controlFlow
  if (script.unknown !== null) doubt(draft, script.unknown)
  return script.commands
}
