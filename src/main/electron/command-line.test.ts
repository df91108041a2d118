import { expect, test } from 'vitest'
import { ownArguments } from './command-line'

test('after the separator everything is ours, before it nothing is', () => {
  const argv = ['electron', '--inspect=0', '--remote-debugging-port=0', '/app', '--', '--data', '/d', '--', 'x']
  expect(ownArguments(argv, false)).toEqual(['--data', '/d', '--', 'x'])
})

test('without it, they follow the name of a packaged app and the path of an unpackaged one', () => {
  expect(ownArguments(['/opt/Tine/tine', 'tine://session/x'], true)).toEqual(['tine://session/x'])
  expect(ownArguments(['electron', '/app', '--demo'], false)).toEqual(['--demo'])
  expect(ownArguments(['electron', '.'], false)).toEqual([])
})
