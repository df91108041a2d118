import { expect, test } from 'vitest'
import { runSimulator } from './run-simulator'
import { bodyWith, postMessage } from './testing/post-message'

test('a simulator on its own prints where it listens and answers there', async () => {
  const lines: string[] = []
  const simulator = await runSimulator(['--script', 'echo'], (line) => lines.push(line))
  expect(lines).toEqual([`READY ${simulator.url}\n`])
  expect((await postMessage(simulator.url, bodyWith())).text).toContain('You said: Hello')
  await simulator.close()
})

test('a value that makes no sense is named', async () => {
  await expect(runSimulator(['--port', 'many'])).rejects.toThrow("--port: a whole number expected, not 'many'")
  await expect(runSimulator(['--script', 'other'])).rejects.toThrow('--script: one of demo, echo')
})
