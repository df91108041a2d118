import { expect, it } from 'vitest'
import { scriptWords } from './hook-scripts'

const words = (command: string) => scriptWords(command, '/p')

it('finds the files of a project a command runs, however it names them', () => {
  expect(words('"$CLAUDE_PROJECT_DIR"/.claude/hooks/a.sh --fix x.log')).toEqual(['.claude/hooks/a.sh'])
  expect(words(`"$\{CLAUDE_PROJECT_DIR}/my hooks/a.sh"`)).toEqual(['my hooks/a.sh'])
  expect(words('node --import tsx ./scripts/b.mjs; /p/c.sh | python3 -u d.py')).toEqual([
    'node',
    'tsx',
    'scripts/b.mjs',
    'c.sh',
    'python3',
    'd.py',
  ])
  expect(words('cd sub && X=1 timeout 5s ./e.sh')).toEqual(['cd', 'X=1', 'timeout', '5s', 'e.sh'])
  expect(words('run-parts .claude/hooks/f')).toContain('.claude/hooks/f')
})

it('leaves out what is only read or written, and what lies elsewhere', () => {
  expect(words('jq .x package.json >> $CLAUDE_PROJECT_DIR/.claude/hooks/log 2> err')).toEqual(['jq'])
  expect(words('bash ../../x; /etc/y; ~/z; $HOME/w')).toEqual(['bash'])
})
