// Simple commands: their words, their assignments, and what they wrap.
import type { Node } from 'web-tree-sitter'
import { type Assignment, literal, type Word } from '../../../core/permission/shell-analysis'
import { RESERVED } from '../../../core/permission/wrapping'
import { checkApart, checkGap, checkReserved } from './check-source'
import { readRedirect } from './read-redirect'
import { type ReadInner, readWord } from './read-word'
import { doubt, nested, type ShellDraft } from './shell-draft'

/** Builtins that take the names of variables: a subscript in one is evaluated, with the substitutions in it. */
const NAMING = new Set(
  'printf read unset declare typeset local export readonly mapfile readarray wait test [ [[ getopts let'.split(' '),
)
/** Builtins that change what later words mean, or run what they are given in ways of their own. */
const REDEFINING = new Set('alias unalias enable compgen complete bind hash let fc'.split(' '))

function checkBuiltin(argv: readonly Word[], draft: ShellDraft): void {
  const name = argv[0]?.text ?? ''
  if (REDEFINING.has(name) && argv.length > 1) doubt(draft, `“${name}” changes what other words mean`)
  const evaluates = NAMING.has(name) && argv.some((word) => word.kind === 'literal' && /\[[^\]]*[$`]/.test(word.text))
  if (evaluates) doubt(draft, `“${name}” evaluates its words`)
}

export function readCommand(node: Node, draft: ShellDraft, readInner: ReadInner): void {
  const argv: Word[] = []
  const assignments: Assignment[] = []
  let before: Node | null = null
  for (const child of node.children) {
    if (before) {
      checkGap(draft, before.endIndex, child.startIndex, false)
      // `a>f` needs no blank, `>f a` does.
      if (!child.type.endsWith('_redirect')) checkApart(draft, before, child)
    }
    before = child
    if (child.isError || child.isMissing) doubt(draft, 'its syntax is not understood')
    else if (child.type === 'variable_assignment') assignments.push(readAssignment(child, draft, readInner))
    else if (child.type.endsWith('_redirect')) argv.push(...readRedirect(child, draft, readInner))
    else if (child.type === 'command_name') argv.push(readName(child, draft, readInner))
    else if (child.type === '==' || child.type === '=~') argv.push(literal(child.type))
    else argv.push(readWord(child, draft, readInner))
  }
  checkBuiltin(argv, draft)
  draft.commands.push({ argv, assignments, wrapped: null })
}

function readName(node: Node, draft: ShellDraft, readInner: ReadInner): Word {
  if (RESERVED.has(node.text)) doubt(draft, `“${node.text}” stands where a program is expected`)
  return readWord(node, draft, readInner)
}

/** `export A=b`, `declare -x A`, `unset A`: a command whose assignments hold in the shell. */
export function readDeclaration(node: Node, draft: ShellDraft, readInner: ReadInner): void {
  const argv: Word[] = []
  let before: Node | null = null
  for (const child of node.children) {
    if (before) {
      checkGap(draft, before.endIndex, child.startIndex, false)
      checkApart(draft, before, child)
    }
    before = child
    if (!child.isNamed) argv.push(literal(child.type))
    else if (child.type === 'variable_assignment') {
      const assignment = readAssignment(child, draft, readInner)
      draft.assignments.push(assignment)
      argv.push({ kind: assignment.value.kind, text: child.text, home: false })
    } else argv.push(readWord(child, draft, readInner))
  }
  checkBuiltin(argv, draft)
  draft.commands.push({ argv, assignments: [], wrapped: null })
}

export function readAssignment(node: Node, draft: ShellDraft, readInner: ReadInner): Assignment {
  const name = node.childForFieldName('name')
  const value = node.childForFieldName('value')
  if (!name || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name.text)) {
    doubt(draft, 'it sets a variable that could not be read')
    return { name: name?.text ?? '', value: { kind: 'dynamic', text: node.text, home: false } }
  }
  for (const [i, child] of node.children.entries()) {
    if (i > 0 && node.children[i - 1]?.endIndex !== child.startIndex) doubt(draft, 'an assignment has a hole')
  }
  return { name: name.text, value: value ? readWord(value, draft, readInner) : literal('') }
}

/** `[ … ]` and `[[ … ]]` as a command with their words; what they compute is for the judge. */
export function readTest(node: Node, draft: ShellDraft, readInner: ReadInner): void {
  const argv: Word[] = []
  collectTest(node, draft, readInner, argv)
  checkBuiltin(argv, draft)
  draft.commands.push({ argv, assignments: [], wrapped: null })
}

function collectTest(node: Node, draft: ShellDraft, readInner: ReadInner, argv: Word[]): void {
  let before: Node | null = null
  for (const child of node.children) {
    if (before) {
      checkGap(draft, before.endIndex, child.startIndex, false)
      // `[[ (a) ]]`, `!(a)`: brackets and operators may touch inside `[[`, words may not.
      if (before.isNamed && child.isNamed) checkApart(draft, before, child)
    }
    before = child
    if (child.isError || child.isMissing) doubt(draft, 'its syntax is not understood')
    else if (/^(?:unary|binary|parenthesized)_expression$/.test(child.type))
      nested(draft, () => collectTest(child, draft, readInner, argv))
    else if (!child.isNamed) {
      checkReserved(draft, child)
      argv.push(literal(child.type))
    } else if (child.type === 'regex' || child.type === 'extglob_pattern') readTestPattern(child, draft, argv)
    else argv.push(readWord(child, draft, readInner))
  }
}

function readTestPattern(node: Node, draft: ShellDraft, argv: Word[]): void {
  if (/[$`<>()&|;\n"']/.test(node.text)) doubt(draft, 'it compares with a pattern that could not be read')
  argv.push({ kind: 'dynamic', text: node.text, home: false })
}
