// What asks whatever rules say: commands that destroy, places that decide what may run.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bench, createBench } from './judge-line.fixture'

let bench: Bench
beforeAll(async () => {
  bench = await createBench()
})
afterAll(() => bench.remove())

const EVERYTHING = ['allow Bash', 'session allow Bash', 'allow Edit(**)']

describe('destructive commands ask although everything is allowed', () => {
  test.each([
    'rm -rf build',
    'rm -fr build',
    'rm --recursive build',
    'rm --rec build',
    'rm build -r',
    'rm "$x"',
    'rm $x',
    '/bin/rm -rf build',
    'RM -rf build',
    '\\rm -rf build',
    "r'm' -rf build",
    'ls && rm -rf build',
    'ls; (cd src && rm -rf build)',
    'echo $(rm -rf build)',
    'ls | xargs rm',
    'ls | xargs -I{} rm {}',
    'find . -delete',
    'find . -exec rm -r {} +',
    'env A=1 rm -rf build',
    'sudo rm -rf build',
    'sudo -u root -- rm -rf build',
    'nohup rm -rf build &',
    "bash -c 'rm -rf build'",
    "eval 'rm -rf build'",
    "trap 'rm -rf build' EXIT",
    "ssh host 'rm -rf build'",
    'npx rimraf build',
    'docker compose exec app rm -rf build',
    'f() { rm -rf build; }; f',
    'for d in a b; do rm -rf "$d"; done',
    '$x build',
    '"$x" build',
    'dd if=/dev/zero of=disk.img',
    'mkfs.ext4 /dev/sda1',
    'truncate -s 0 README.md',
    'shred README.md',
    'chmod -R 777 .',
    'chown -R me .',
    'rsync -a --delete src/ docs/',
    'pkill node',
    'git push --force',
    'git push -f origin main',
    'git push -uf origin main',
    'git push --forc',
    'git push origin +main',
    'git push origin :main',
    'git push --delete origin main',
    'git push --mirror',
    'git push origin "$x"',
    'git branch -D topic',
    'git branch --delete topic',
    'git tag -d v1',
    'git worktree remove ../x',
    'git reset --hard',
    'git reset HEAD~3',
    'git reset origin/main',
    'git rebase -i main',
    'git commit --amend --no-edit',
    'git filter-branch --tree-filter x',
    'git stash',
    'git stash pop',
    'git gc',
    'git prune',
    'git reflog expire --all',
    'git update-ref -d refs/heads/x',
    'git clean -fdx',
    'git checkout -- src/a.ts',
    'git checkout .',
    'git checkout -f main',
    'git restore src/a.ts',
    'git switch --discard-changes main',
    'git rm -r src',
    'git -C src reset --hard',
    'git -c core.editor=vi -c x=y commit --amend',
    "git -c alias.x='!rm' x",
    'git $x',
    'git --git-dir=/x branch -D y',
  ])('%j', async (command) => {
    const verdict = await bench.judge(command, { rules: EVERYTHING })
    expect([verdict.decision, verdict.source]).toEqual(['ask', 'destructive command'])
    expect(verdict.offers.project).toBe('')
    expect((await bench.judge(command, { rules: EVERYTHING, audience: 'nobody' })).decision).toBe('deny')
    const bypass = await bench.judge(command, { mode: 'bypassPermissions' })
    expect(bypass.decision).toBe('allow')
    expect(bypass.text).toMatch(/^Permissions are bypassed\. “/)
  })

  test.each([
    'rm README.md',
    'rm -f README.md',
    'git push',
    'git branch new',
    'git checkout -b new origin/main',
    'git checkout main',
    'git switch -c new',
    'git commit -m "rm -rf; reset --hard"',
    'git reset',
    'git reset HEAD src/a.ts',
    'git restore --staged src/a.ts',
    'git clean -n',
    'git tag v1',
    'git merge main',
    'git stash list',
    'npm run clean',
    'docker run --rm image',
    'chmod +x src/a.ts',
  ])('%j is not among them', async (command) => {
    expect((await bench.judge(command, { rules: EVERYTHING })).decision).toBe('allow')
  })

  test('only the very command, allowed by a person for the thread or session, runs unasked', async () => {
    const judge = async (command: string, rule: string) => (await bench.judge(command, { rules: [rule] })).decision
    const { offers } = await bench.judge('rm -rf build && npm test')
    expect(offers).toEqual({
      thread: 'Bash(rm -rf build) and Bash(npm test:*)',
      session: 'Bash(rm -rf build) and Bash(npm test:*)',
      project: '',
    })
    expect(await judge('rm -rf build', 'session allow Bash(rm -rf build)')).toBe('allow')
    expect(await judge('rm -rf build', 'thread allow Bash(rm -rf build)')).toBe('allow')
    expect(await judge('rm -rf build', 'session allow Bash(rm:*)')).toBe('ask')
    expect(await judge('rm -rf build', 'session allow Bash(rm -rf *)')).toBe('ask')
    expect(await judge('rm -rf build', 'project allow Bash(rm -rf build)')).toBe('ask')
    expect(await judge('rm -rf build', 'allow Bash(rm -rf build)')).toBe('ask')
    expect(await judge('sudo rm -rf build', 'session allow Bash(rm -rf build)')).toBe('ask')
    expect(await judge('rm -rf build other', 'session allow Bash(rm -rf build)')).toBe('ask')
    const alone = { rules: ['session allow Bash(rm -rf build)'], audience: 'nobody' } as const
    expect((await bench.judge('rm -rf build', { ...alone, rules: [...alone.rules] })).decision).toBe('deny')
    expect((await bench.judge('rm -rf build/*')).offers).toEqual({ thread: '', session: '', project: '' })
  })
})

describe('changing a place that decides what may run asks in every mode but bypass, and offers no rule', () => {
  test.each([
    'echo {} > .claude/settings.json',
    'echo x >> .git/config',
    'echo x > .mcp.json',
    'echo x > src/../.git/hooks/pre-commit',
    'echo x > .GIT/config',
    'echo x > .git./config',
    'echo x > .g\\it/config',
    'echo x | tee .git/config',
    'cp README.md .git/hooks/pre-commit',
    'cp README.md .gi?/hooks/pre-commit',
    'cd .git && cp ../README.md hooks/pre-commit',
    'D=.git/hooks; cp README.md "$D/pre-commit"',
    "bash -c 'echo x > .git/config'",
    'mkdir -p .claude',
    'touch .husky/pre-commit',
    'echo x >> ~/.bashrc',
    'echo x >> ~/.config/fish/config.fish',
    'echo x >> out/.zshrc',
    'dd of=.git/config',
    'node write.js --out=.claude/settings.json',
    `node -e "fs.writeFileSync('.git/hooks/pre-commit', '')"`,
    'git config core.hooksPath ./evil',
    "git config --global alias.x '!evil'",
    'git config unset user.name',
    'cp README.md HEAD && touch src/HEAD',
  ])('%j', async (command) => {
    const verdict = await bench.judge(command, { rules: EVERYTHING, mode: 'acceptEdits' })
    expect([verdict.decision, verdict.source], verdict.text).toEqual(['ask', 'protected place'])
    expect(verdict.offers).toEqual({ thread: '', session: '', project: '' })
    const bypass = await bench.judge(command, { mode: 'bypassPermissions' })
    expect(bypass.decision).toBe('allow')
    expect(bypass.text.length).toBeGreaterThan('Permissions are bypassed.'.length)
  })

  test.each(['cat .git/config', 'ls .claude', 'git add .claude/settings.json', 'git commit -m "about .git/config"'])(
    '%j changes nothing there',
    async (command) => {
      expect((await bench.judge(command, { rules: EVERYTHING })).decision).toBe('allow')
    },
  )
})
