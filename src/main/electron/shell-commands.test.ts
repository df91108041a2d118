import { EventEmitter } from 'node:events'
import { beforeEach, expect, test } from 'vitest'
import type { FramePort } from '../transport/message-port'
import { answerShellCommands, type ShellHandlers } from './shell-commands'

/** The page's side of a port: what it sends, and what came back. */
class PagePort extends EventEmitter implements FramePort {
  readonly answers: unknown[] = []
  started = false
  closed = false

  send(data: unknown): void {
    this.emit('message', { data })
  }
  postMessage(frame: unknown): void {
    this.answers.push(frame)
  }
  start(): void {
    this.started = true
  }
  close(): void {
    this.closed = true
    this.emit('close')
  }
}

let page: PagePort
let toHost: unknown[]

const NOBODY = async () => ({ path: null })

function open(handlers: Partial<ShellHandlers>): FramePort {
  const port = answerShellCommands(page, {
    'shell.pickFolder': NOBODY,
    'shell.pickFile': NOBODY,
    'shell.pickPlace': NOBODY,
    ...handlers,
  })
  port.on('message', ({ data }) => toHost.push(data))
  return port
}

beforeEach(() => {
  page = new PagePort()
  toHost = []
})

test('picking a folder is answered by the shell and never reaches the host', async () => {
  open({ 'shell.pickFolder': async () => ({ path: '/home/me/project' }) })
  page.send({ id: 4, command: 'shell.pickFolder' })
  await expect.poll(() => page.answers).toEqual([{ id: 4, ok: true, result: { path: '/home/me/project' } }])
  expect(toHost).toEqual([])
})

test('every other frame goes to the host as it is, also one that is no frame', () => {
  open({ 'shell.pickFolder': async () => ({ path: null }) })
  const frames = [{ id: 1, command: 'app.info' }, { id: 2, command: 'constructor' }, 'nonsense', null]
  for (const frame of frames) page.send(frame)
  expect(toHost).toEqual(frames)
  expect(page.answers).toEqual([])
})

test('input it does not take and a dialog that fails are answered as failures', async () => {
  open({ 'shell.pickFolder': () => Promise.reject(new Error('no dialog here')) })
  page.send({ id: 5, command: 'shell.pickFolder', input: { path: '/' } })
  page.send({ id: 6, command: 'shell.pickFolder' })
  await expect
    .poll(() => page.answers)
    .toMatchObject([
      { id: 5, ok: false, failure: { code: 'invalid_input' } },
      { id: 6, ok: false, failure: { code: 'internal' } },
    ])
})

test('start, close and answers pass through', () => {
  const port = open({ 'shell.pickFolder': async () => ({ path: null }) })
  let closes = 0
  port.on('close', () => closes++)
  port.start()
  port.postMessage({ id: 1, ok: true, result: {} })
  port.close()
  expect([page.started, page.closed, closes, page.answers]).toEqual([true, true, 1, [{ id: 1, ok: true, result: {} }]])
})
