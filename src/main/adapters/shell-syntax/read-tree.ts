// Walks the statements of a parsed line. A node it does not know makes the line "not understood"; nothing is skipped.
import type { Node } from 'web-tree-sitter'
import type { Connective, SimpleCommand } from '../../../core/permission/shell-analysis'
import { checkComment, checkGap, checkReserved } from './check-source'
import { readAssignment, readCommand, readDeclaration, readTest } from './read-command'
import { checkHeredoc } from './read-heredoc'
import { readRedirect } from './read-redirect'
import { readWord } from './read-word'
import { doubt, nested, type ShellDraft } from './shell-draft'

const CONNECTIVES: Readonly<Record<string, Connective>> = {
  '&&': '&&',
  '||': '||',
  ';': ';',
  '|': '|',
  '|&': '|&',
  '&': '&',
  '\n': 'newline',
}

/** Tokens that carry nothing beyond the node they belong to. */
const TOKENS = new Set(
  '( ) { } $( ` <( >( ! if then else elif fi for select in while until do done case esac ;; ;& ;;& function'.split(' '),
)

const CONTROL = new Set([
  'if_statement',
  'while_statement',
  'for_statement',
  'case_statement',
  'case_item',
  'elif_clause',
  'else_clause',
  'do_group',
])

/** Reads a node's children as statements. */
export function readStatements(node: Node, draft: ShellDraft): void {
  let end: number | null = null
  for (const child of node.children) {
    if (end !== null) {
      checkGap(draft, end, child.startIndex, true)
      if (draft.source.slice(end, child.startIndex).includes('\n')) draft.connectives.push('newline')
    }
    end = child.endIndex
    readStatement(child, draft)
  }
}

function readStatement(node: Node, draft: ShellDraft): void {
  if (node.isMissing || node.isError) {
    doubt(draft, 'its syntax is not understood')
    return
  }
  if (!node.isNamed) readToken(node, draft)
  else nested(draft, () => (CONTROL.has(node.type) ? readControl(node, draft) : readNamed(node, draft)))
}

function readToken(node: Node, draft: ShellDraft): void {
  const connective = CONNECTIVES[node.type]
  if (connective) draft.connectives.push(connective)
  else if (!TOKENS.has(node.type)) doubt(draft, `it contains “${node.type}”, which Tine does not judge`)
  checkReserved(draft, node)
  if (node.type === '&') draft.flags.background = true
}

function readNamed(node: Node, draft: ShellDraft): void {
  switch (node.type) {
    case 'program':
    case 'list':
    case 'pipeline':
    case 'negated_command':
    case 'variable_assignments':
      readStatements(node, draft)
      break
    case 'comment':
      checkComment(draft, node)
      break
    case 'subshell':
      draft.flags.subshell = true
      readStatements(node, draft)
      break
    case 'compound_statement':
      if (node.children[0]?.type === '((') doubt(draft, 'it computes with values that are not known')
      else readStatements(node, draft)
      break
    case 'redirected_statement':
      readRedirected(node, draft)
      break
    case 'command':
      readCommand(node, draft, readStatements)
      break
    case 'declaration_command':
    case 'unset_command':
      readDeclaration(node, draft, readStatements)
      break
    case 'test_command':
      readTest(node, draft, readStatements)
      break
    case 'variable_assignment':
      draft.assignments.push(readAssignment(node, draft, readStatements))
      break
    case 'function_definition':
      readFunction(node, draft)
      break
    default:
      doubt(draft, `it contains ${node.type.replaceAll('_', ' ')}, which Tine does not judge`)
  }
}

/** Words of `for` and patterns of `case` stand between the statements; what runs inside them is read too. */
function readControl(node: Node, draft: ShellDraft): void {
  draft.flags.controlFlow = true
  const loop = node.childForFieldName('variable')
  const values = new Set(node.childrenForFieldName('value').map((value) => value?.id))
  let end: number | null = null
  for (const child of node.children) {
    if (end !== null) checkGap(draft, end, child.startIndex, true)
    end = child.endIndex
    if (loop && child.id === loop.id) {
      draft.assignments.push({ name: child.text, value: { kind: 'dynamic', text: child.text, home: false } })
    } else if (values.has(child.id)) {
      readPattern(child, draft)
    } else {
      readStatement(child, draft)
    }
  }
}

function readPattern(node: Node, draft: ShellDraft): void {
  if (node.type === 'extglob_pattern' && /^[\w*?.[\]-]+$/.test(node.text)) return
  readWord(node, draft, readStatements)
}

function readFunction(node: Node, draft: ShellDraft): void {
  draft.flags.functionDefinition = true
  const name = node.childForFieldName('name')
  for (const child of node.children) {
    if (child.id === name?.id) continue
    if (child.type.endsWith('_redirect')) readRedirect(child, draft, readStatements)
    else readStatement(child, draft)
  }
}

function readRedirected(node: Node, draft: ShellDraft): void {
  let end: number | null = null
  let owner: SimpleCommand | undefined
  for (const child of node.children) {
    if (end !== null) checkGap(draft, end, child.startIndex, false)
    end = child.endIndex
    if (child.type === 'heredoc_redirect') readHeredoc(child, draft)
    else if (child.type === 'file_redirect' || child.type === 'herestring_redirect') {
      // The grammar puts words that follow a redirection into it; bash gives them to the command.
      const words = readRedirect(child, draft, readStatements)
      if (owner) owner.argv.push(...words)
      else if (words.length > 0) doubt(draft, 'words follow a redirection')
    } else {
      readStatement(child, draft)
      owner = child.type === 'command' ? draft.commands.at(-1) : undefined
    }
  }
}

function readHeredoc(node: Node, draft: ShellDraft): void {
  checkHeredoc(node, draft)
  const start = node.children.findIndex((child) => child.type === 'heredoc_start')
  for (const child of node.children.slice(start + 1)) {
    if (child.type === 'heredoc_body' || child.type === 'heredoc_end') continue
    if (child.type === 'file_redirect' || child.type === 'herestring_redirect') {
      if (readRedirect(child, draft, readStatements).length > 0) doubt(draft, 'words follow a redirection')
    } else if (child.isNamed && /^(?:word|string|raw_string|concatenation|number)$/.test(child.type)) {
      doubt(draft, 'words follow a here-document')
    } else readStatement(child, draft)
  }
}
