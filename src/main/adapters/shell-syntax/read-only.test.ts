// The table of commands that run unasked, and of those that only look like it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bench, createBench } from './judge-line.fixture'

let bench: Bench
beforeAll(async () => {
  bench = await createBench()
})
afterAll(() => bench.remove())

const FREE = [
  'ls',
  'ls -la src docs',
  'ls -la | head -20',
  'cat README.md src/a.ts',
  'cat src/*.ts',
  'head -n 5 README.md',
  'head -5 README.md; tail -c 10 src/a.ts',
  'wc -l src/a.ts src/b.ts',
  'grep -rn "foo(bar)" src',
  "grep -e '/api/users' src/a.ts",
  'grep -rn /api/users src',
  "rg -n 'function \\w+' src -g '*.ts'",
  'rg --files | sort | uniq -c | sort -rn | head',
  "find . -name '*.ts' -not -path './node_modules/*'",
  'find src -type f -maxdepth 2 -print0',
  'sed -n 1,20p src/a.ts',
  "sed -n '/foo/,$p' src/a.ts",
  "sed 's/a/b/g; s|c|d|' README.md",
  "awk '{print $1, $2}' README.md",
  "awk -F: 'NR==1{print $1}' README.md",
  'git status --short --branch',
  'git log --oneline -n 5 --format="%h %s"',
  'git --no-pager diff --stat HEAD~1 -- src/a.ts',
  'git show HEAD:src/a.ts',
  'git branch --show-current && git rev-parse HEAD',
  "git branch --list 'feature/*'",
  'git stash list; git worktree list; git remote -v',
  'git ls-files | wc -l',
  'git config --get user.name',
  'git blame -L 1,5 src/a.ts',
  'cd src && ls',
  'cd . && git status',
  'pwd; whoami; date +%F; uname -a',
  'echo "$HOME" $? done',
  'printf "%s\\n" a b',
  'node --version && npm -v',
  'test -f README.md && echo yes',
  '[ -d src ] || echo no',
  'if [ -f README.md ]; then cat README.md; else echo none; fi',
  'time ls',
  'timeout 5 grep -r foo src',
  'env LC_ALL=C sort README.md',
  'LC_ALL=C sort README.md',
  "bash -c 'ls src && cat README.md'",
  'command -v node',
  'ls 2>/dev/null >&2',
  'cat < README.md',
  'diff -u src/a.ts src/b.ts || true',
  'ls # a comment',
  'git log \\\n  --oneline',
  '',
]

test.each(FREE)('is known to only read: %j', async (command) => {
  const verdict = await bench.judge(command)
  expect(verdict.decision, verdict.text).toBe('allow')
  expect((await bench.judge(command, { mode: 'plan' })).decision).toBe('allow')
  expect((await bench.judge(command, { isolation: 'readonly' })).decision).toBe('allow')
})

describe('what only looks as if it read is asked, refused in plan mode, and asked in a read-only thread', () => {
  test.each([
    ['writes by redirection', 'ls > out.txt'],
    ['appends', 'echo x >> README.md'],
    ['writes past noclobber', 'echo x >| README.md'],
    ['writes both streams', 'ls &> out.txt'],
    ['writes with a descriptor', 'ls 2> err.txt'],
    ['writes through a copy', 'ls >& out.txt'],
    ['empties a file', '> README.md'],
    ['a block writes', '{ ls; cat README.md; } > out.txt'],
    ['a second line', 'ls\nrm README.md'],
    ['a later command', 'ls; rm README.md'],
    ['a conditional command', 'ls && rm README.md'],
    ['an alternative', 'ls || rm README.md'],
    ['a pipe into a program', 'cat README.md | sh'],
    ['a pipe into tee', 'ls | tee out.txt'],
    ['background', 'ls & rm README.md'],
    ['substitution', 'ls $(rm README.md)'],
    ['backticks', 'ls `rm README.md`'],
    ['substitution in quotes', 'echo "$(rm README.md)"'],
    ['substitution that only reads', 'echo $(ls)'],
    ['process substitution', 'cat <(rm README.md)'],
    ['output process substitution', 'ls > >(sh)'],
    ['here-document into a shell', "bash <<'E'\nrm README.md\nE"],
    ['here-string into a shell', "bash <<< 'rm README.md'"],
    ['a function with a known name', 'ls() { rm README.md; }; ls'],
    ['a brace list', 'cat {README.md,../secret.txt}'],
    ['a variable as program', '$x README.md'],
    ['a quoted variable as path', 'cat "$x"'],
    ['a parameter that runs', 'echo \u0024{x:=$(rm README.md)}'],
    ['prompt expansion', 'echo \u0024{x@P}'],
    ['arithmetic that evaluates', 'echo $((a[$(rm README.md)]))'],
    ['double expansion after >&', "ls >&'$(rm README.md)'"],
    ['a subscript that evaluates', "printf -v 'a[$(rm README.md)]' x"],
    ['a test that evaluates', "[ -v 'a[$(rm README.md)]' ]"],
    ['a comparison that evaluates', "[[ 'a[$(rm README.md)]' -eq 1 ]]"],
    ['escaped program', '\\rm README.md'],
    ['program in pieces', "r''m README.md"],
    ['a carriage return', 'ls\rrm README.md'],
    ['a form feed', 'ls\fsrc'],
    ['a no-break space', 'ls\u00a0src'],
    ['a zero-width space', 'ls\u200b src'],
    ['text turned around', 'ls \u202esrc'],
    ['a look-alike letter', 'l\u0455 src'],
    ['an escaped blank', 'ls \\ src'],
    ['a joined line', 'l\\\ns src'],
    ['a comment that is none', 'ls a\\\n#b; rm README.md'],
    ['a pager by variable', "GIT_PAGER='rm README.md' git log"],
    ['a library by variable', 'LD_PRELOAD=./evil.so ls'],
    ['a path by variable', 'PATH=.:$PATH ls'],
    ['a variable of the shell', 'IFS=x; ls'],
    ['env with a variable', 'env GIT_EXTERNAL_DIFF=./evil git diff'],
    ['env that splits', "env -S 'rm README.md'"],
    ['git configuration', "git -c core.pager='rm README.md' log"],
    ['git configuration 2', 'git -c core.fsmonitor=./evil status'],
    ['git elsewhere', 'git -C ../other status'],
    ['git after cd', 'cd src && git status'],
    ['git with its own programs', 'git --exec-path=/tmp/evil status'],
    ['git writes a diff', 'git diff --output=README.md'],
    ['git runs a diff program', 'git diff --ext-diff'],
    ['git runs a text conversion', 'git log -p --textconv'],
    ['git opens a pager', "git grep -O'rm' foo"],
    ['git makes a branch', 'git branch new'],
    ['git sets configuration', 'git config user.name x'],
    ['git fetches', 'git fetch'],
    ['git alias', 'git lg'],
    ['rg runs a preprocessor', 'rg --pre ./evil foo'],
    ['rg runs a decompressor', 'rg -z foo'],
    ['rg follows links', 'rg -L foo'],
    ['sort writes', 'sort -o README.md README.md'],
    ['sort writes, attached', 'sort -oREADME.md src/a.ts'],
    ['sort writes, long', 'sort --output=README.md src/a.ts'],
    ['sort compresses', 'sort --compress-program=./evil README.md'],
    ['uniq writes', 'uniq README.md out.txt'],
    ['find runs', 'find . -exec rm {} \\;'],
    ['find deletes', "find . -name '*.ts' -delete"],
    ['find writes', 'find . -fprint out.txt'],
    ['find asks and runs', 'find . -ok rm {} \\;'],
    ['awk runs', 'awk \'BEGIN{system("rm README.md")}\''],
    ['awk pipes', 'awk \'{print | "sh"}\' README.md'],
    ['awk writes', 'awk \'{print > "out.txt"}\' README.md'],
    ['awk reads elsewhere', 'awk \'BEGIN{while((getline x < "/etc/passwd")>0) print x}\''],
    ['awk changes its operands', 'awk \'BEGIN{ARGV[1]="/etc/passwd"}1\' README.md'],
    ['awk from a file', 'awk -f prog.awk README.md'],
    ['sed runs', "sed '1e rm README.md' src/a.ts"],
    ['sed runs the result', "sed 's/x/y/e' src/a.ts"],
    ['sed writes', "sed -n 'w out.txt' src/a.ts"],
    ['sed writes after a substitution', "sed 's/x/y/w out.txt' src/a.ts"],
    ['sed in place', 'sed -i s/x/y/ src/a.ts'],
    ['sed in place, clustered', 'sed -ni p src/a.ts'],
    ['sed with a delimiter in a class', "sed 's/[/x/;s/a/]/;s/w f/c/' src/a.ts"],
    ['xargs', 'ls | xargs rm'],
    ['xargs of something harmless', 'ls | xargs cat'],
    ['tar runs', 'tar xf a.tar --to-command=sh'],
    ['tree writes', 'tree -o out.txt'],
    ['date sets', 'date -s 12:00'],
    ['hostname sets', 'hostname evil'],
    ['a flag by file name', 'sort *'],
    ['a program by path', './ls src'],
    ['a wrapper by path', './env ls'],
    ['a timer by path', './time ls'],
    ['a shell by path', './bash -c ls'],
    ['a wrapper in capitals', 'ENV ls'],
    ['a shell script', 'bash script.sh'],
    ['eval', "eval 'rm README.md'"],
    ['source', 'source ./x.sh'],
    ['exec', 'exec rm README.md'],
    ['trap', "trap 'rm README.md' EXIT"],
    ['alias', "alias ls='rm README.md'; ls"],
    ['hash', 'hash -p /bin/rm ls; ls README.md'],
    ['sudo', 'sudo ls'],
    ['nested shells', `bash -c "bash -c 'rm README.md'"`],
    ['an unclosed quote', "ls 'src"],
    ['coproc', 'coproc rm README.md'],
    ['case', 'case x in x) rm README.md;; esac'],
    ['a loop over a program', 'for PATH in ./evil; do ls; done'],
    ['cd without knowing where', 'cd "$x" && cat README.md'],
    ['cd home', 'cd && cat secret.txt'],
  ])('%s', async (_, command) => {
    const verdict = await bench.judge(command)
    expect(verdict.decision, verdict.text).toBe('ask')
    expect((await bench.judge(command, { mode: 'plan' })).decision).toBe('deny')
    expect((await bench.judge(command, { isolation: 'readonly' })).decision).toBe('ask')
    expect((await bench.judge(command, { audience: 'nobody' })).decision).toBe('deny')
    expect((await bench.judge(command, { mode: 'acceptEdits' })).decision).toBe('ask')
    expect((await bench.judge(command, { mode: 'bypassPermissions' })).decision).toBe('allow')
  })
})

describe('reading outside the project is asked, and can be allowed by a rule for reading', () => {
  test.each([
    ['absolute', 'cat /etc/passwd', 'Read(//etc/passwd)'],
    ['upwards', 'cat ../secret.txt', 'Read(~/secret.txt)'],
    ['home', 'cat ~/secret.txt', 'Read(~/secret.txt)'],
    ['through a link', 'cat docs/link.txt', 'Read(~/secret.txt)'],
    ['through a linked folder', 'cat out/secret.txt', 'Read(~/secret.txt)'],
    ['up after a link', 'cat out/../x', null],
    ['through a pattern', 'cat docs/*.txt', 'Read(~/secret.txt)'],
    ['names by a pattern', 'echo ../*.txt', 'Read(~/secret.txt)'],
    ['by redirection', 'cat < ../secret.txt', 'Read(~/secret.txt)'],
    ['after cd', 'cd .. && cat secret.txt', null],
    ['after cd into a link', 'cd out && ls', null],
    ['a pattern file', 'grep -f ../secret.txt README.md', 'Read(~/secret.txt)'],
    ['in a nested shell', "bash -c 'cat ../secret.txt'", 'Read(~/secret.txt)'],
  ])('%s', async (_, command, rule) => {
    const verdict = await bench.judge(command)
    expect(verdict.decision, verdict.text).toBe('ask')
    if (rule === null) return
    expect(verdict.offers.session).toBe(rule)
    expect((await bench.judge(command, { rules: [`session allow ${rule}`] })).decision).toBe('allow')
  })
})

test('git is asked in a restricted project whose configuration may run commands', async () => {
  const restricted = { trusted: false }
  expect((await bench.judge('git status', restricted)).decision).toBe('ask')
  expect((await bench.judge('git status', { ...restricted, gitRunsProjectCode: false })).decision).toBe('allow')
  expect((await bench.judge('ls', restricted)).decision).toBe('allow')
})
