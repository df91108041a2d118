import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readWindowState, writeWindowState } from './window-state'

const screen = { x: 0, y: 0, width: 1920, height: 1080 }
const state = { x: 100, y: 50, width: 1200, height: 800, maximized: false }
let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tine-window-'))
  file = join(folder, 'window.json')
})

afterEach(() => rmSync(folder, { recursive: true }))

test('what was written is read again', () => {
  writeWindowState(file, state)
  expect(readWindowState(file, [screen])).toEqual(state)
})

test('without a file, or with one that is damaged, there is no state', () => {
  expect(readWindowState(file, [screen])).toBeNull()
  writeFileSync(file, '{"x":')
  expect(readWindowState(file, [screen])).toBeNull()
  writeFileSync(file, JSON.stringify({ ...state, width: 1 }))
  expect(readWindowState(file, [screen])).toBeNull()
})

test('a window on a screen that is gone is forgotten, one that reaches in is kept', () => {
  writeWindowState(file, { ...state, x: 1920 + 200 })
  expect(readWindowState(file, [screen])).toBeNull()
  expect(readWindowState(file, [screen, { ...screen, x: 1920 }])).not.toBeNull()
  writeWindowState(file, { ...state, x: -1100 })
  expect(readWindowState(file, [screen])).not.toBeNull()
})

test('a folder that cannot be written does not stop the app', () => {
  expect(() => writeWindowState(join(folder, 'missing', 'window.json'), state)).not.toThrow()
})
