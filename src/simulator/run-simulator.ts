// Runs a simulator on its own, for benches and for trying things by hand.
import { parseArgs } from 'node:util'
import { demoScript } from './demo/demo-script'
import { echo } from './script/builders'
import { type Simulator, startSimulator } from './start-simulator'

/**
 * Starts a simulator as the arguments say (`--port N --script demo|echo --first-byte-ms N --chunk-ms N --readable-at
 * begin|end`) and writes one line, `READY <url>`, when it answers. The caller closes it.
 * Throws on a flag or value it does not know.
 */
export async function runSimulator(
  argv: readonly string[],
  write: (line: string) => void = (line) => process.stdout.write(line),
): Promise<Simulator> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      port: { type: 'string', default: '0' },
      script: { type: 'string', default: 'demo' },
      'first-byte-ms': { type: 'string', default: '0' },
      'chunk-ms': { type: 'string', default: '0' },
      'readable-at': { type: 'string', default: 'begin' },
    },
  })
  const simulator = await startSimulator({
    port: count('port', values.port),
    script: oneOf('script', values.script, { demo: demoScript, echo })(),
    firstByteMs: count('first-byte-ms', values['first-byte-ms']),
    chunkMs: count('chunk-ms', values['chunk-ms']),
    readableAt: oneOf('readable-at', values['readable-at'], { begin: 'begin', end: 'end' } as const),
  })
  write(`READY ${simulator.url}\n`)
  return simulator
}

function count(name: string, value: string): number {
  const parsed = Number(value)
  if (!/^\d+$/.test(value) || parsed > 1_000_000)
    throw new RangeError(`--${name}: a whole number expected, not '${value}'`)
  return parsed
}

function oneOf<T>(name: string, value: string, choices: Readonly<Record<string, T>>): T {
  const choice = Object.hasOwn(choices, value) ? choices[value] : undefined
  if (choice === undefined)
    throw new RangeError(`--${name}: one of ${Object.keys(choices).join(', ')} expected, not '${value}'`)
  return choice
}
