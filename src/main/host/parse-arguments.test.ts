import { describe, expect, test } from 'vitest'
import { parseArguments, usage } from './parse-arguments'

describe('without a subcommand', () => {
  test('the desktop app is meant', () => {
    expect(parseArguments([])).toEqual({ door: 'desktop', demo: false })
  })

  test('data folder, project and demo are taken in both spellings', () => {
    expect(parseArguments(['--data', '/d', '--project=/p q', '--demo'])).toEqual({
      door: 'desktop',
      data: '/d',
      project: '/p q',
      demo: true,
    })
  })

  test('a tine:// address is a link, any other word is an unknown subcommand', () => {
    expect(parseArguments(['tine://session/ses_1'])).toEqual({
      door: 'desktop',
      demo: false,
      link: 'tine://session/ses_1',
    })
    expect(parseArguments(['srve'])).toEqual({ door: 'wrong', message: 'unknown subcommand srve' })
    expect(parseArguments(['tine://a', 'b'])).toEqual({ door: 'wrong', message: 'unknown subcommand b' })
  })

  test('a flag of another door is unknown', () => {
    expect(parseArguments(['--port', '1'])).toEqual({ door: 'wrong', message: 'unknown flag --port' })
  })
})

describe('serve', () => {
  test('takes a free port unless one is named', () => {
    expect(parseArguments(['serve'])).toEqual({ door: 'serve', port: 0, demo: false, open: false })
    expect(parseArguments(['serve', '--port', '8080', '--open', '--demo', '--data', 'd'])).toEqual({
      door: 'serve',
      port: 8080,
      demo: true,
      open: true,
      data: 'd',
    })
  })

  test.each(['65536', '8o', '1.5', '0x10', '123456'])('names the port %s it cannot use', (port) => {
    expect(parseArguments(['serve', `--port=${port}`])).toEqual({
      door: 'wrong',
      message: `--port must be a number from 0 to 65535, not ${port}`,
    })
  })

  test('takes no positional argument', () => {
    expect(parseArguments(['serve', 'here'])).toMatchObject({ door: 'wrong', message: expect.stringContaining('here') })
  })
})

describe('print', () => {
  test('takes one prompt, rules as often as wanted, and the rest', () => {
    expect(
      parseArguments(['print', '--allow', 'bash(ls:*)', '--allow=read', '--json', '--model', 'm', 'what is this?']),
    ).toEqual({
      door: 'print',
      allow: ['bash(ls:*)', 'read'],
      json: true,
      model: 'm',
      prompt: 'what is this?',
    })
  })

  test('takes a prompt that begins with a dash after --', () => {
    expect(parseArguments(['print', '--', '--help me'])).toMatchObject({ door: 'print', prompt: '--help me' })
  })

  test('needs exactly one prompt', () => {
    expect(parseArguments(['print'])).toEqual({ door: 'wrong', message: 'print needs a prompt' })
    expect(parseArguments(['print', '  '])).toEqual({ door: 'wrong', message: 'print needs a prompt' })
    expect(parseArguments(['print', 'a', 'b'])).toMatchObject({ door: 'wrong', message: expect.stringContaining('b') })
  })
})

describe('what cannot be meant', () => {
  test.each([
    [['--nope'], 'unknown flag --nope'],
    [['-x'], 'unknown flag -x'],
    [['serve', '--constructor'], 'unknown flag --constructor'],
    [['--demo=1'], '--demo takes no value'],
    [['--data'], '--data needs a value'],
    [['--data='], '--data needs a value'],
    [['--data', '--demo'], '--data needs a value, not --demo'],
  ])('%j is named', (argv, message) => {
    expect(parseArguments(argv)).toEqual({ door: 'wrong', message })
  })

  test('is named on one line without control characters', () => {
    expect(parseArguments(['--a\n\u001b[2Jb'])).toEqual({ door: 'wrong', message: 'unknown flag --a??[2Jb' })
  })
})

describe('help and version', () => {
  test('win over everything else', () => {
    expect(parseArguments(['serve', '--nope', '--help'])).toEqual({ door: 'help' })
    expect(parseArguments(['-v', '--data'])).toEqual({ door: 'version' })
  })

  test('the usage text names every flag', () => {
    for (const flag of ['data', 'project', 'demo', 'port', 'open', 'model', 'allow', 'json', 'help', 'version']) {
      expect(usage).toContain(`--${flag}`)
    }
  })
})
