// What the rules would say of a call: asked by a person who wants to know, judged like every other, and never run.
import { ourToolName } from '../../core/permission/tool-names'
import type { CommandResult, ParsedInput } from '../../shared/contract/commands'
import { FailureError } from '../../shared/contract/failure'
import type { TestedCall } from '../../shared/contract/permission-commands'
import { type PermissionMode, permissionMode } from '../../shared/domain/thread'
import type { ProjectRecord } from '../store/records'
import type { HostParts } from './host-parts'
import type { GivenRule, JudgeContext } from './ports/permissions'
import { projectOf } from './threads'

type TestParts = Pick<HostParts, 'store' | 'judge' | 'trusted'>

/** More commands in a line than this are not looked at one by one. */
const MOST_COMMANDS = 40

/** The rules that stand in the settings files of a project and of the person, and those the person gave for the project. */
export async function listRules(parts: TestParts, projectId: string): Promise<CommandResult<'permission.rules'>> {
  const project = projectOf(parts.store, projectId)
  const [{ rules, broken }, trusted] = await Promise.all([
    parts.judge.readRules(project.realPath),
    parts.trusted(projectId),
  ])
  const written = rules.map(({ effect, rule, source, ofProject }) => {
    return { effect, rule, source, active: trusted || !ofProject || effect !== 'allow' }
  })
  const given = rulesOfProject(parts, project).map(({ effect, rule, source }) => ({
    effect,
    rule,
    source,
    active: true,
  }))
  return { trusted, rules: [...written, ...given], broken }
}

/**
 * Judges a call as the main thread of a new session would be judged, in every mode, and each command of a line by itself.
 *
 * @throws FailureError `not_found`; `invalid_input` for a tool nobody has
 */
export async function testPermission(
  parts: TestParts,
  { projectId, tool, input }: ParsedInput<'permission.test'>,
): Promise<CommandResult<'permission.test'>> {
  const project = projectOf(parts.store, projectId)
  const name = ourToolName(tool)
  if (name === null)
    throw new FailureError('invalid_input', `Tine has no tool named “${tool}”.`, { path: 'tool', tool })
  const trusted = await parts.trusted(projectId)
  const ask = (mode: PermissionMode, given: unknown) => judged(parts, project, { mode, trusted }, name, given)
  const modes = await Promise.all(permissionMode.options.map(async (mode) => ({ mode, ...(await ask(mode, input)) })))
  const line = name === 'bash' && typeof input.command === 'string' ? input.command : null
  const single = line === null ? [] : parts.judge.commandsIn(line).slice(0, MOST_COMMANDS)
  const commands =
    single.length < 2
      ? []
      : await Promise.all(single.map(async (command) => ({ command, ...(await ask('default', { command })) })))
  return { tool: name, modes, commands }
}

async function judged(
  parts: TestParts,
  project: ProjectRecord,
  { mode, trusted }: Pick<JudgeContext, 'mode' | 'trusted'>,
  tool: string,
  input: unknown,
): Promise<TestedCall> {
  const folder = project.realPath
  const { decision, rule, source, text } = await parts.judge.judge(
    { tool, input, folder, addedFolders: [], mapFrom: null, mapTo: null },
    {
      mode,
      trusted,
      isolation: 'none',
      rules: rulesOfProject(parts, project),
      projectFolder: folder,
      audience: 'person',
      preapprovedOnly: false,
    },
  )
  return { decision, rule, source, text }
}

function rulesOfProject({ store }: TestParts, { id }: ProjectRecord): GivenRule[] {
  return store.rules
    .ofScopes({ threadIds: [], sessionId: '', projectId: id })
    .map(({ effect, rule, scope }) => ({ effect, rule, scope, source: 'allowed by you for this project' }))
}
