import { expect, test } from 'vitest'
import { browserCommand, openBrowser } from './open-browser'

const address = 'http://127.0.0.1:4321/open?code=a-b_c'
const TIMELY = 60_000

function failureOf(command: [string, ...string[]], withinMs = TIMELY): Promise<string> {
  return new Promise((resolve) => openBrowser(command, process.env, withinMs, resolve))
}

test.each([
  ['linux', 'xdg-open'],
  ['darwin', 'open'],
  ['win32', 'rundll32'],
] as const)('on %s the address is one argument of %s', (platform, program) => {
  const command = browserCommand(platform, address)
  expect(command[0]).toBe(program)
  expect(command.at(-1)).toBe(address)
})

test('a program that is not there or fails is told in a few words', async () => {
  expect(await failureOf(['no-such-browser', address])).toBe('no-such-browser did not start: ENOENT')
  expect(await failureOf([process.execPath, '-e', 'process.exit(3)'])).toBe(`${process.execPath} ended with 3`)
})
