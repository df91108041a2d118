// Owns the command line of every door: the launcher and the doors read it through this one parser.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

interface CommonArguments {
  /** Folder that holds everything Tine stores; absent: `TINE_DATA`, else the platform's place. */
  data?: string
  /** Folder to open as the project. */
  project?: string
}

export interface DesktopArguments extends CommonArguments {
  door: 'desktop'
  demo: boolean
  /** A `tine://` address to show once the window stands. */
  link?: string
}

export interface ServeArguments extends CommonArguments {
  door: 'serve'
  demo: boolean
  /** 0: a free one. */
  port: number
  open: boolean
}

export interface PrintArguments extends CommonArguments {
  door: 'print'
  model?: string
  allow: string[]
  json: boolean
  prompt: string
}

/** Something the person typed cannot be meant; `message` is one line that names it. */
export interface WrongArguments {
  door: 'wrong'
  message: string
}

export type Invocation =
  | DesktopArguments
  | ServeArguments
  | PrintArguments
  | WrongArguments
  | { door: 'help' }
  | { door: 'version' }

type Door = 'desktop' | 'serve' | 'print'
type Values = Record<string, string | boolean | (string | boolean)[] | undefined>

const everywhere = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  data: { type: 'string' },
  project: { type: 'string' },
} as const satisfies ParseArgsOptionsConfig

const flagsOf: Record<Door, ParseArgsOptionsConfig> = {
  desktop: { ...everywhere, demo: { type: 'boolean' } },
  serve: { ...everywhere, demo: { type: 'boolean' }, port: { type: 'string' }, open: { type: 'boolean' } },
  print: {
    ...everywhere,
    model: { type: 'string' },
    allow: { type: 'string', multiple: true },
    json: { type: 'boolean' },
  },
}

export const usage = `Usage: tine [--data DIR] [--project DIR] [--demo]
       tine serve [--port N] [--data DIR] [--project DIR] [--demo] [--open]
       tine print [--data DIR] [--project DIR] [--model M] [--allow RULE]... [--json] "prompt"
                  (a prompt of - is read from standard input)

Without a subcommand the desktop app opens; where it cannot, the same app is served on
loopback and its address is printed.

  --data DIR      where Tine keeps everything (default: TINE_DATA, else the platform's folder)
  --project DIR   open this folder as the project
  --demo          work without a key, against a model made up on this machine
  --port N        serve: listen on this port of 127.0.0.1 (default: a free one)
  --open          serve: open the address in the browser
  --model M       print: the model to ask
  --allow RULE    print: allow what this rule matches; may be given more than once
  --json          print: a line of JSON for each part, and one for the result
  -h, --help      show this text
  -v, --version   show the version

Environment: ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, ANTHROPIC_MODEL, TINE_DATA,
TINE_FORK_SUBAGENT (0 turns fork mode off). Flags win over environment, environment over settings.
`

/**
 * Reads what stood after the program's name. Never throws: what cannot be meant comes back as `wrong`, with the offending word in
 * its message, so that each caller can print it and exit with 2. `--help` and `--version` win over everything else on the line.
 */
export function parseArguments(argv: readonly string[]): Invocation {
  const named = argv[0] === 'serve' || argv[0] === 'print' ? argv[0] : undefined
  const door: Door = named ?? 'desktop'
  const options = flagsOf[door]
  const parsed = parseArgs({
    args: argv.slice(named ? 1 : 0),
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  if (parsed.values.help) return { door: 'help' }
  if (parsed.values.version) return { door: 'version' }
  for (const token of parsed.tokens) {
    if (token.kind !== 'option') continue
    const fault = faultOf(token, options)
    if (fault) return wrong(fault)
  }
  const positionals = parsed.positionals
  if (door === 'print') return printArguments(parsed.values, positionals)
  if (door === 'serve') return serveArguments(parsed.values, positionals)
  return desktopArguments(parsed.values, positionals)
}

interface OptionToken {
  name: string
  rawName: string
  value: string | undefined
  inlineValue: boolean | undefined
}

function faultOf(token: OptionToken, options: ParseArgsOptionsConfig): string | undefined {
  const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined
  if (!option) return `unknown flag ${token.rawName}`
  if (option.type === 'boolean') return token.value === undefined ? undefined : `${token.rawName} takes no value`
  if (token.value === undefined || token.value === '') return `${token.rawName} needs a value`
  // A forgotten value would otherwise swallow the flag that follows it; `--data=-odd` still says it on purpose.
  if (!token.inlineValue && token.value.startsWith('-')) return `${token.rawName} needs a value, not ${token.value}`
  return undefined
}

function desktopArguments(values: Values, positionals: string[]): DesktopArguments | WrongArguments {
  const [first, second] = positionals
  const link = first?.startsWith('tine://') ? first : undefined
  const stray = link === undefined ? first : second
  if (stray !== undefined) return wrong(`unknown subcommand ${stray}`)
  return { door: 'desktop', ...common(values), demo: values.demo === true, ...(link === undefined ? {} : { link }) }
}

function serveArguments(values: Values, positionals: string[]): ServeArguments | WrongArguments {
  if (positionals[0] !== undefined) return wrong(`serve takes no argument ${positionals[0]}`)
  const port = text(values.port) ?? '0'
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    return wrong(`--port must be a number from 0 to 65535, not ${port}`)
  return {
    door: 'serve',
    ...common(values),
    demo: values.demo === true,
    port: Number(port),
    open: values.open === true,
  }
}

function printArguments(values: Values, positionals: string[]): PrintArguments | WrongArguments {
  const [prompt, stray] = positionals
  if (prompt === undefined || prompt.trim() === '') return wrong('print needs a prompt')
  if (stray !== undefined) return wrong(`print takes one prompt, quoted; what is ${stray}?`)
  const model = text(values.model)
  const allow = Array.isArray(values.allow) ? values.allow.filter((rule) => typeof rule === 'string') : []
  return {
    door: 'print',
    ...common(values),
    ...(model === undefined ? {} : { model }),
    allow,
    json: values.json === true,
    prompt,
  }
}

function common(values: Values): CommonArguments {
  const data = text(values.data)
  const project = text(values.project)
  return { ...(data === undefined ? {} : { data }), ...(project === undefined ? {} : { project }) }
}

function text(value: Values[string]): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Control characters of a pasted word must not move the terminal's cursor or break the promise of one line. */
function wrong(message: string): WrongArguments {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is removed here
  return { door: 'wrong', message: message.replace(/[\u0000-\u001f\u007f-\u009f]/g, '?') }
}
