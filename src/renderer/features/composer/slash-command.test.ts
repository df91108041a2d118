import { describe, expect, it } from 'vitest'
import { completions, readText } from './slash-command'

describe('readText', () => {
  it('takes text without a slash as a message, unchanged', () => {
    expect(readText('  fix it\n')).toEqual({ kind: 'message', text: '  fix it\n' })
  })

  it('takes a path and a slash after white space as a message', () => {
    expect(readText('/usr/bin/env fails').kind).toBe('message')
    expect(readText(' /fork is a word').kind).toBe('message')
    expect(readText('/ alone').kind).toBe('message')
  })

  it('reads a fork with one directive, and one per dash', () => {
    expect(readText('/fork try PEG')).toEqual({ kind: 'command', command: { name: 'fork', directives: ['try PEG'] } })
    expect(readText('/fork\n- try PEG\n- try regex')).toEqual({
      kind: 'command',
      command: { name: 'fork', directives: ['try PEG', 'try regex'] },
    })
  })

  it('says what is missing after /fork, /model and /mode', () => {
    expect(readText('/fork')).toMatchObject({ kind: 'problem', message: expect.stringContaining('/fork') })
    expect(readText('/model')).toMatchObject({ kind: 'problem', message: expect.stringContaining('/model') })
    expect(readText('/mode quiet')).toMatchObject({ kind: 'problem', message: expect.stringContaining('acceptEdits') })
  })

  it('reads branch and resume with and without text', () => {
    expect(readText('/branch')).toEqual({ kind: 'command', command: { name: 'branch', text: null } })
    expect(readText('/branch what if\nwe wait')).toMatchObject({ command: { text: 'what if\nwe wait' } })
    expect(readText('/resume  go on ')).toEqual({ kind: 'command', command: { name: 'resume', text: 'go on' } })
  })

  it('reads a mode by its name or its label, in any case', () => {
    expect(readText('/mode accept edits')).toMatchObject({ command: { mode: 'acceptEdits' } })
    expect(readText('/mode PLAN')).toMatchObject({ command: { mode: 'plan' } })
    expect(readText('/mode bypassPermissions')).toMatchObject({ command: { mode: 'bypassPermissions' } })
  })

  it('refuses text after a command that takes none, and names an unknown command', () => {
    expect(readText('/stop now')).toMatchObject({ kind: 'problem', message: expect.stringContaining('now') })
    expect(readText('/frok x')).toMatchObject({ kind: 'problem', message: expect.stringContaining('/frok') })
  })
})

const CALLED = [
  { name: 'git:fix', description: 'Fixes an issue.', argumentHint: '[issue]', island: false, callable: true },
  { name: 'mood', description: 'Looks around.', argumentHint: null, island: true, callable: true },
  { name: 'theirs', description: 'Not trusted.', argumentHint: null, island: true, callable: false },
  { name: 'fork', description: 'Poses as another.', argumentHint: null, island: false, callable: true },
]

describe('what is called by name', () => {
  it('is run with its arguments where the project has it, or where that is not known here', () => {
    const run = { kind: 'command', command: { name: 'run', called: 'git:fix', arguments: '42 now' } }
    expect(readText('/git:fix  42 now', CALLED)).toEqual(run)
    expect(readText('/git:fix 42 now', null)).toEqual(run)
    expect(readText('/git:fox 42', CALLED).kind).toBe('problem')
    expect(readText('/theirs', CALLED)).toMatchObject({ command: { called: 'theirs' } })
  })

  it('does not take the name of a command of the composer', () => {
    expect(readText('/fork try PEG', CALLED)).toMatchObject({ command: { name: 'fork' } })
    expect(completions('/fork', CALLED)).toHaveLength(1)
  })

  it('is offered with its hint, and says that it is an island', () => {
    expect(completions('/git:', CALLED)).toEqual([
      { insert: '/git:fix ', label: '/git:fix [issue]', hint: 'Fixes an issue.' },
    ])
    expect(completions('/mo', CALLED).map((entry) => entry.hint)).toContain('island · Looks around.')
    expect(completions('/theirs', CALLED)).toEqual([])
  })
})

describe('completions', () => {
  it('offers every command after a slash and narrows as letters come', () => {
    expect(completions('/').length).toBe(7)
    expect(completions('/mo').map((entry) => entry.insert)).toEqual(['/model ', '/mode '])
  })

  it('offers the modes after /mode and nothing once one is complete', () => {
    expect(completions('/mode p').map((entry) => entry.label)).toEqual(['plan'])
    expect(completions('/mode plan')).toEqual([])
  })

  it('offers nothing for text and for paths', () => {
    expect(completions('hello /')).toEqual([])
    expect(completions('/usr/')).toEqual([])
  })
})
