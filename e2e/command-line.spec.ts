// The doors as a terminal sees them: what is printed where, and with which code they end.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { appEnvironment, projectRoot } from './support/app-environment'
import { expect, test } from './support/fixtures'
import type { ServeApp } from './support/serve-app'

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

async function tine(folder: string, args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const node = join(projectRoot, 'node_modules', 'node', 'bin', 'node')
  const environment = appEnvironment({ dataDir: join(folder, 'data'), env })
  const child = spawn(node, [join(projectRoot, 'bin', 'tine.mjs'), ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk
  })
  const [code] = await once(child, 'close')
  return { code, stdout, stderr }
}

test('--help and --version print to standard output and end with 0', async ({ folder }) => {
  expect(await tine(folder, ['--help'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('tine serve'),
    stderr: '',
  })
  expect(await tine(folder, ['--version'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  })
})

for (const [args, named] of [
  [['--nope'], '--nope'],
  [['serve', '--port', 'eighty'], 'eighty'],
  [['serve', '--data'], '--data'],
  [['print'], 'prompt'],
  [['sevre'], 'sevre'],
] as const) {
  test(`tine ${args.join(' ')} names what is wrong on one line of standard error and ends with 2`, async ({
    folder,
  }) => {
    const { code, stdout, stderr } = await tine(folder, [...args])
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^tine: .*\n$/)
    expect(stderr).toContain(named)
  })
}

test('a second serve on the same data folder names the first, without its token, and ends with 3', async ({
  openApp,
  folder,
}) => {
  const app = (await openApp({ args: ['--demo'] })) as ServeApp
  const address = new URL(app.address)
  const { code, stdout, stderr } = await tine(folder, ['serve', `--data=${app.dataDir}`])
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  expect(stderr).toContain(address.origin)
  expect(stderr).not.toContain(address.hash.replace('#token=', ''))
})

test('the desktop door serves instead where no window can open, and says why in one line (skipped off Linux: there is always a display)', async ({
  folder,
}) => {
  test.skip(process.platform !== 'linux')
  const node = join(projectRoot, 'node_modules', 'node', 'bin', 'node')
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ...env } = appEnvironment({ dataDir: join(folder, 'data') })
  const args = [join(projectRoot, 'bin', 'tine.mjs'), `--data=${join(folder, 'data')}`, '--demo']
  const child = spawn(node, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk
  })
  const ended = once(child, 'close')
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  expect(line).toMatch(/^READY http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+\n$/)
  expect(stderr).toMatch(/^tine: no window can open here \(there is no display\); serving to the browser instead\n/)
  child.kill('SIGTERM')
  await ended
})
