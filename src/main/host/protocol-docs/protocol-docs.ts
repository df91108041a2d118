// Writes docs/protocol.md from the contract, so that it cannot say anything else than the code.
import { z } from 'zod'
import { COMMANDS, type CommandName } from '../../../shared/contract/commands'
import { eventBody, itemDelta } from '../../../shared/contract/events'
import { FAILURE_CODES } from '../../../shared/contract/failure'
import { requestFrame } from '../../../shared/contract/frames'
import { SHELL_COMMANDS, type ShellCommandName } from '../../../shared/contract/shell-commands'
import { DEFAULT_SETTINGS, settingsPatch } from '../../../shared/domain/settings'
import { usage } from '../parse-arguments'
import { describeNamed, describeSchema, NAMED_SCHEMAS } from './named-schemas'
import { type ConnectionFacts, connecting, DOORS, FRAMES, INTRODUCTION, NAMING } from './protocol-text'
import { COMMAND_WORDS, EVENT_WORDS, FAILURE_WORDS, SETTING_WORDS, SHELL_WORDS } from './protocol-words'
import { typeNotation, valueNotes } from './type-notation'

/** The whole document. */
export function protocolDocs(facts: ConnectionFacts): string {
  const sections = [
    INTRODUCTION,
    `## Doors\n\n${block('', usage.trimEnd())}\n\n${DOORS}`,
    connecting(facts),
    `## Frames\n\n${FRAMES}\n\n${block('ts', `request: ${typeNotation(describeSchema(requestFrame, 'input'))}`)}`,
    `## Commands\n\n${NAMING}`,
    ...names(COMMANDS).map((name) => commandText(name, COMMANDS[name], COMMAND_WORDS[name])),
    '### In the desktop window only\n\nThe window answers these itself; every other door answers `unknown_command`.',
    ...names(SHELL_COMMANDS).map((name) => commandText(name, SHELL_COMMANDS[name], SHELL_WORDS[name])),
    eventsText(),
    shapesText(),
    settingsText(),
    failuresText(),
  ]
  return `${sections.join('\n\n')}\n`
}

function names<Name extends CommandName | ShellCommandName>(commands: Record<Name, unknown>): Name[] {
  return Object.keys(commands) as Name[]
}

function commandText(name: string, { input, result }: { input: z.ZodType; result: z.ZodType }, words: string): string {
  const types = [
    `input: ${typeNotation(describeSchema(input, 'input'))}`,
    `result: ${typeNotation(describeSchema(result, 'output'))}`,
  ]
  return `### \`${name}\`\n\n${words}\n\n${block('ts', types.join('\n'))}`
}

function eventsText(): string {
  const schemas = [...eventBody.options, itemDelta]
  const texts = schemas.map((schema) => {
    const type = schema.shape.type.value
    const { type: _, ...rest } = schema.shape
    return `### \`${type}\`\n\n${EVENT_WORDS[type]}\n\n${block('ts', typeNotation(describeSchema(z.object(rest), 'output')))}`
  })
  const introduction =
    'Beside `type`, and `seq` where it is stored, an event carries the fields below. Entities are whole: applying an event twice changes nothing.'
  return `## Events\n\n${introduction}\n\n${texts.join('\n\n')}`
}

function shapesText(): string {
  const types = Object.keys(NAMED_SCHEMAS).map((name) => {
    const schema = describeNamed(name as keyof typeof NAMED_SCHEMAS)
    const notes = valueNotes(schema)
    return `type ${name} = ${typeNotation(schema)}${notes === '' ? '' : ` // ${notes}`}`
  })
  return `## Shapes\n\n${block('ts', types.join('\n'))}`
}

function settingsText(): string {
  const { properties = {} } = describeSchema(settingsPatch, 'input')
  const defaults: Record<string, unknown> = DEFAULT_SETTINGS
  const rows = Object.entries(SETTING_WORDS).map(([name, words]) => {
    const schema = properties[name]
    if (typeof schema !== 'object') throw new Error(`no setting ${name}`)
    const notes = valueNotes(schema)
    const type = `\`${typeNotation(schema)}\`${notes === '' ? '' : `, ${notes}`}`.replaceAll('|', '\\|')
    const standard = name in defaults ? `\`${JSON.stringify(defaults[name])}\`` : ''
    return `| \`${name}\` | ${type} | ${standard} | ${words} |`
  })
  return ['## Settings\n', '| Key | Type | Default | |', '|---|---|---|---|', ...rows].join('\n')
}

function failuresText(): string {
  const rows = FAILURE_CODES.map((code) => `| \`${code}\` | ${FAILURE_WORDS[code]} |`)
  const introduction = 'A failure has a `code` for programs, a `message` for people, and facts of its own.'
  return ['## Failures\n', `${introduction}\n`, '| Code | |', '|---|---|', ...rows].join('\n')
}

function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}
