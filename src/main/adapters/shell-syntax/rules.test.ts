// Rules against parsed lines: what allows must cover everything, what restricts needs to match once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseOffer } from '../../../core/permission/rule-offers'
import { type Bench, createBench } from './judge-line.fixture'

let bench: Bench
beforeAll(async () => {
  bench = await createBench()
})
afterAll(() => bench.remove())

const decide = async (command: string, rules: string[]) => (await bench.judge(command, { rules })).decision

describe('an allow rule covers a line only if rules cover every simple command of it', () => {
  test.each([
    ['npm test', ['Bash(npm test)']],
    ['npm test -- --run', ['Bash(npm test:*)']],
    ['npm run test', ['Bash(npm run *)']],
    ['npm run test:unit -- x', ['Bash(npm run test*)']],
    ['git push origin main', ['Bash(git * main)']],
    ['npm test && git add src/a.ts', ['Bash(npm test:*)', 'Bash(git add:*)']],
    ['npm test | tail -5; echo done', ['Bash(npm test:*)']],
    ['cd src && npm test', ['Bash(npm test:*)']],
    ['cd src && npm test', ['Bash(cd src && npm test)']],
    ['CI=1 npm test', ['Bash(npm test:*)']],
    ['timeout 60 nice -n 5 npm test', ['Bash(npm test:*)']],
    ["bash -c 'npm test'", ['Bash(npm test:*)']],
    ['for f in a b; do npm test "$f"; done', ['Bash(npm test:*)']],
    ['npm test 2>&1 >/dev/null', ['Bash(npm test:*)']],
    ['npm test > out.txt', ['Bash(npm test:*)', 'Edit(out.txt)']],
    ['npm test > docs/out.txt', ['Bash(npm test:*)', 'Edit(docs/**)']],
    ['find src -exec npm test {} +', ['Bash(npm test:*)']],
    ['ls | xargs npm test', ['Bash(npm test:*)', 'Bash(xargs:*)']],
    ['ls | xargs npm test', ['Bash(xargs npm test:*)']],
    ['sudo apt update', ['Bash(sudo apt update)']],
    [`git commit -m "$(cat <<'EOF'\nIt's done.\n\nEOF\n)"`, ['Bash(git commit:*)']],
    ['echo $(git rev-parse HEAD) | npm test', ['Bash(npm test:*)', 'Bash(echo:*)']],
    ["npm run 'a b'", ["Bash(npm run 'a b')"]],
    ['anything at all', ['Bash']],
    ['anything at all', ['Bash(*)']],
    ['anything > out.txt', ['Bash(:*)']],
  ])('%j is allowed by %j', async (command, rules) => {
    expect(
      await decide(
        command,
        rules.map((rule) => `allow ${rule}`),
      ),
    ).toBe('allow')
  })

  test.each([
    ['npm test && npm publish', ['Bash(npm test:*)']],
    ['npm testing', ['Bash(npm test:*)']],
    ['npm test -- x', ['Bash(npm test)']],
    ['npm test\nnpm publish', ['Bash(npm test:*)']],
    ['npm test & npm publish', ['Bash(npm test:*)']],
    ['npm test $(npm publish)', ['Bash(npm test:*)']],
    ['npm test `npm publish`', ['Bash(npm test:*)']],
    ['npm test "$(npm publish)"', ['Bash(npm test:*)']],
    ['npm test <(npm publish)', ['Bash(npm test:*)']],
    ['npm test <<E\n$(npm publish)\nE', ['Bash(npm test:*)']],
    ['npm test \u0024{x:-$(npm publish)}', ['Bash(npm test:*)']],
    ['npm test \u0024{x@P}', ['Bash(npm test:*)']],
    ['npm test $((a[0]))', ['Bash(npm test:*)']],
    ['npm test > README.md', ['Bash(npm test:*)']],
    ['npm test > ../out.txt', ['Bash(npm test:*)', 'Edit(out.txt)']],
    ["npm test >&'$(npm publish)'", ['Bash(npm test:*)', 'Edit(**)']],
    ['NODE_OPTIONS=--require=./evil npm test', ['Bash(npm test:*)']],
    ['CI=$(npm publish) npm test', ['Bash(npm test:*)']],
    ['PATH=./evil; npm test', ['Bash(npm test:*)']],
    ['export NODE_OPTIONS=x; npm test', ['Bash(npm test:*)', 'Bash(export:*)']],
    ['sudo npm test', ['Bash(npm test:*)']],
    ['npx npm test', ['Bash(npm test:*)']],
    ['env -S "npm test"', ['Bash(npm test:*)']],
    ['env npm publish', ['Bash(env:*)']],
    ["bash -c 'npm publish'", ['Bash(bash:*)']],
    ['ls | xargs npm publish', ['Bash(xargs:*)']],
    ['ls | xargs npm test', ['Bash(npm test:*)']],
    ['./npm test', ['Bash(npm test:*)']],
    ['/tmp/npm test', ['Bash(npm test:*)']],
    ['NPM test', ['Bash(npm test:*)']],
    ['n"p"m"" publish', ['Bash(npm test:*)']],
    ['"npm test" x', ['Bash(npm test:*)']],
    ['$x test', ['Bash(npm test:*)']],
    ['npm $x', ['Bash(npm test:*)']],
    ['npm tes?', ['Bash(npm test:*)']],
    ['f() { npm publish; }; npm test', ['Bash(npm test:*)']],
    ['npm() { curl x; }; npm test', ['Bash(npm test:*)']],
    ['npm test\rnpm publish', ['Bash(npm test:*)']],
    ['npm\u00a0test', ['Bash(npm test:*)']],
    ['npm test # x\nnpm publish', ['Bash(npm test:*)']],
    ["npm test 'x", ['Bash(npm test:*)']],
    ['cat ../secret.txt; npm test', ['Bash(npm test:*)']],
    ['cd .. && npm test', ['Bash(npm test:*)']],
    ['git -c core.pager=x push', ['Bash(git push:*)']],
    ['anything \u0024{x:-y}', ['Bash']],
    ['anything', ['Read', 'Edit', 'mcp__bash']],
  ])('%j is not allowed by %j', async (command, rules) => {
    expect(
      await decide(
        command,
        rules.map((rule) => `allow ${rule}`),
      ),
    ).toBe('ask')
  })
})

describe('a deny rule needs one match anywhere, whatever mode and other rules say', () => {
  test.each([
    ['npm publish', 'Bash(npm publish:*)'],
    ['ls && npm publish', 'Bash(npm publish:*)'],
    ['ls $(npm publish)', 'Bash(npm publish:*)'],
    ['/usr/bin/npm publish --tag x', 'Bash(npm publish:*)'],
    ['NPM publish', 'Bash(npm publish:*)'],
    ['n\\pm "publish"', 'Bash(npm publish:*)'],
    ['A=1 npm publish', 'Bash(npm publish:*)'],
    ['sudo -u x npm publish', 'Bash(npm publish:*)'],
    ['env A=1 timeout 5 npm publish', 'Bash(npm publish:*)'],
    ["bash -lc 'npm publish'", 'Bash(npm publish:*)'],
    ['find . -exec npm publish \\;', 'Bash(npm publish:*)'],
    ['ls | xargs npm publish', 'Bash(npm publish:*)'],
    ['npm publish \u0024{x:-y}', 'Bash(npm publish:*)'],
    ["npm 'publish", 'Bash(npm publish:*)'],
    ['cat .env', 'Read(.env)'],
    ['cat .e*', 'Read(.env)'],
    ['npm run leak .env', 'Read(.env)'],
    ['cat < .env', 'Read(.env)'],
    ['cat ../secret.txt', 'Read(~/secret.txt)'],
    ['cat docs/link.txt', 'Read(~/secret.txt)'],
    ['echo x > src/a.ts', 'Edit(src/**)'],
    ['tee src/a.ts', 'Write(src/**)'],
    ['ls', 'Bash'],
  ])('%j is denied by %j', async (command, rule) => {
    const rules = [`deny ${rule}`, 'session allow Bash', 'allow Read', 'allow Edit']
    for (const mode of ['default', 'acceptEdits', 'bypassPermissions'] as const) {
      expect((await bench.judge(command, { rules, mode })).decision).toBe('deny')
    }
    expect((await bench.judge(command, { rules, trusted: false })).decision).toBe('deny')
  })

  test('what cannot be told is asked, also when permissions are bypassed', async () => {
    const context = { rules: ['deny Bash(npm publish:*)'], mode: 'bypassPermissions' } as const
    for (const command of ['$x publish', 'npm run \u0024{x:-y}']) {
      expect((await bench.judge(command, { ...context, rules: [...context.rules] })).decision).toBe('ask')
    }
    const edits = await bench.judge('npm run fix src/a.ts', { rules: ['deny Edit(src/**)', 'allow Bash'] })
    expect([edits.decision, edits.rule]).toEqual(['ask', 'Edit(src/**)'])
  })
})

describe('an ask rule holds until a person answered it', () => {
  test('it asks although rules allow, names itself and its place, and says what else matters', async () => {
    const verdict = await bench.judge('npm install --save-dev peggy@4.1.0 && npx peggy --format es src/a.ts', {
      rules: ['ask Bash(npm install:*)', 'allow Bash'],
    })
    expect(verdict).toMatchObject({ decision: 'ask', rule: 'Bash(npm install:*)', source: 'a test' })
    expect(verdict.text).toContain('it also uses the network')
  })

  test('the offered rules, joined, settle it from then on', async () => {
    const command = 'npm install --save-dev peggy@4.1.0 && npx peggy --format es src/a.ts'
    const { offers } = await bench.judge(command, { rules: ['ask Bash(npm install:*)'] })
    expect(offers.session).toBe('Bash(npm install --save-dev peggy@4.1.0:*) and Bash(npx peggy:*)')
    const answers = parseOffer(offers.session).map((rule) => `session allow ${rule}`)
    const rules = ['ask Bash(npm install:*)', ...answers]
    expect(await decide(command, rules)).toBe('allow')
    expect(await decide('npm install --save-dev other', rules)).toBe('ask')
  })

  test('rules in files do not answer it, nor do broader answers', async () => {
    expect(await decide('npm publish', ['ask Bash(npm publish:*)', 'allow Bash(npm publish:*)'])).toBe('ask')
    expect(await decide('npm publish', ['ask Bash(npm publish:*)', 'session allow Bash(npm:*)'])).toBe('ask')
    expect(await decide('npm publish', ['ask Bash(npm publish:*)', 'project allow Bash(npm publish)'])).toBe('allow')
  })
})

test('allow rules of a restricted project are inert, its other rules hold; a person’s own answers hold', async () => {
  const judge = async (rules: string[]) => (await bench.judge('npm test', { rules, trusted: false })).decision
  expect(await judge(['allow Bash(npm test)'])).toBe('ask')
  expect(await judge(['home-files allow Bash(npm test)'])).toBe('allow')
  expect(await judge(['session allow Bash(npm test)'])).toBe('allow')
  expect(await judge(['session allow Bash(npm test)', 'deny Bash(npm test)'])).toBe('deny')
  expect(await judge(['home-files allow Bash(npm test)', 'ask Bash(npm test)'])).toBe('ask')
})

test('in a read-only thread only rules given for that thread let a command run', async () => {
  const judge = async (rules: string[]) => (await bench.judge('npm test', { rules, isolation: 'readonly' })).decision
  expect(await judge(['session allow Bash(npm test)', 'allow Bash'])).toBe('ask')
  expect(await judge(['thread allow Bash(npm test)'])).toBe('allow')
  const verdict = await bench.judge('npm test', { isolation: 'readonly', mode: 'bypassPermissions' })
  expect(verdict.offers).toEqual({ thread: 'Bash(npm test:*)', session: '', project: '' })
})
