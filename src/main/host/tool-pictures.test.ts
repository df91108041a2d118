// What a person sees of a call beyond its text: the colours of a command, and the images of a file.
import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { call, reply, scriptByTurn } from '../../simulator/script/builders'
import { temporaryRepository } from '../../testing/temporary-repository'
import { openSession, startTestHost } from '../../testing/test-host'

/** A red dot of one pixel. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='

test('a person gets the colours of a command and the image of a file; the model gets plain text', async () => {
  const repository = temporaryRepository({ files: { 'a.txt': 'one\n' } })
  repository.write('dot.png', Buffer.from(DOT, 'base64'))
  const { client, simulator } = await startTestHost()
  simulator.script(
    scriptByTurn([
      reply(
        call('bash', { command: "printf '\\033[32m61 passed\\033[0m\\n'" }, { id: 'toolu_colour' }),
        call('read', { file_path: 'dot.png' }, { id: 'toolu_image' }),
        call('read', { file_path: 'a.txt' }, { id: 'toolu_text' }),
      ),
      reply('Seen.'),
    ]),
  )
  const { threadId } = await openSession(client, repository.folder, { permissionMode: 'bypassPermissions' })
  await client.call('turn.send', { threadId, text: 'Look' })
  await client.until(() => simulator.requests.length === 2, 'the results')
  await client.state(threadId, 'idle')

  const { turns } = await client.call('thread.read', { threadId })
  const item = (id: string) => turns[0]?.items.find((each) => each.kind === 'tool' && each.toolUseId === id)
  expect(item('toolu_colour')).toMatchObject({
    output: '61 passed\n[exit code 0]',
    coloured: '\u001b[32m61 passed\u001b[0m\n[exit code 0]',
  })
  expect(item('toolu_image')).toMatchObject({ images: 1 })
  expect(item('toolu_text')).not.toHaveProperty('coloured')
  expect(simulator.requests[1]?.bodyText).not.toContain('\\u001b')

  const { image } = await client.call('tool.image', { threadId, toolUseId: 'toolu_image' })
  expect(image).toBe(`data:image/png;base64,${DOT}`)
  expect(await client.fails('tool.image', { threadId, toolUseId: 'toolu_image', index: 1 })).toMatchObject({
    code: 'not_found',
  })
  expect(await client.fails('tool.image', { threadId, toolUseId: 'toolu_text' })).toMatchObject({ code: 'not_found' })
  repository.remove()
})
