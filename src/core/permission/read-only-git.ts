// Subcommands of git that only read, with the flags under which that is true.
import { type FlagTable, flagTable } from './flag-table'

export interface ReadOnlyGit {
  table: FlagTable
  /** paths: operands may name files. text: they name commits, keys or remotes. none: an operand changes something. */
  operands: 'paths' | 'text' | 'none'
  /** One of these must be given: without it, or with an operand, the subcommand changes something. */
  needs: readonly string[]
}

const DIFF =
  '-p -u -s -U= --unified= --patch --no-patch --raw --stat=? --numstat --shortstat --dirstat=? --summary --name-only ' +
  '--name-status --patch-with-stat --compact-summary --minimal --patience --histogram --diff-algorithm= --color=? --no-color ' +
  '--color-words=? --word-diff=? --word-diff-regex= --color-moved=? --no-renames -M=? --find-renames=? -C=? --find-copies=? ' +
  '--find-copies-harder -D -R -a --text -b -w -W --function-context --ignore-all-space --ignore-space-change ' +
  '--ignore-space-at-eol --ignore-blank-lines --ignore-cr-at-eol --inter-hunk-context= --exit-code --quiet --check ' +
  '--full-index --binary --abbrev=? -B=? --diff-filter= -S= -G= --pickaxe-all --pickaxe-regex --relative=? --no-relative ' +
  '--no-ext-diff --no-textconv --submodule=? --ignore-submodules=? --src-prefix= --dst-prefix= --no-prefix -z --cc -c -m -t -r'

const LOG =
  `${DIFF} -# -n= --max-count= --skip= --since= --after= --until= --before= --author= --committer= --grep= --all-match ` +
  '--invert-grep -i --regexp-ignore-case -E -F -P --extended-regexp --fixed-strings --merges --no-merges --first-parent ' +
  '--all --branches=? --tags=? --remotes=? --glob= --exclude= --reflog --not --ancestry-path --topo-order --date-order ' +
  '--author-date-order --reverse --oneline --graph --decorate=? --no-decorate --decorate-refs= --pretty=? --format= ' +
  '--abbrev-commit --no-abbrev-commit --date= --relative-date --parents --children --left-right --cherry-pick ' +
  '--cherry-mark --cherry --follow --full-history --simplify-merges --boundary -L= -g --walk-reflogs --source ' +
  '--no-notes --notes=? --use-mailmap --no-mailmap --min-parents= --max-parents= --count --no-walk=? --show-linear-break=? ' +
  '--encoding= --clear-decorations --log-size --simplify-by-decoration --stdin --objects --timestamp'

const table = new Map<string, ReadOnlyGit>()

function add(names: string, flags: string, operands: ReadOnlyGit['operands'] = 'paths', needs = ''): void {
  const entry = { table: flagTable(flags), operands, needs: needs.split(' ').filter(Boolean) }
  for (const name of names.split(',')) table.set(name, entry)
}

add(
  'status',
  '-s -b -u=? -z -v --short --branch --porcelain=? --long --show-stash --ahead-behind --no-ahead-behind ' +
    '--untracked-files=? --ignored=? --ignore-submodules=? --column=? --no-column --renames --no-renames --find-renames=?',
)
add('log,show,whatchanged', LOG)
add('rev-list', LOG)
add(
  'shortlog',
  '-s -n -e -c -w=? --summary --numbered --email --group= --all --since= --until= --no-merges --format= -#',
)
add('diff', `${DIFF} --cached --staged --merge-base --no-index -0 -1 -2 -3`)
add('diff-tree,diff-index,diff-files', `${DIFF} --cached --root --no-commit-id --pretty=? --stdin --always -v`)
add(
  'blame,annotate',
  '-L= -w -e -f -n -s -l -t -c -p -M=? -C=? --show-email --show-name --show-number --porcelain ' +
    '--line-porcelain --since= --ignore-rev= --date= --abbrev= --root --reverse= --color-lines --color-by-age',
)
add(
  'grep',
  '-i -v -n -l -L -c -h -H -o -q -w -E -F -P -G -I -a -r -z -e= -f=@ -A= -B= -C= -m= -p -W -# --cached --untracked ' +
    '--no-index --recurse-submodules --and --or --not --all-match --ignore-case --word-regexp --invert-match --line-number ' +
    '--column --files-with-matches --name-only --files-without-match --count --extended-regexp --fixed-strings --perl-regexp ' +
    '--basic-regexp --only-matching --quiet --heading --break --show-function --function-context --color=? --no-color ' +
    '--max-depth= --threads= --full-name --null --text --exclude-standard --max-count=',
)
add(
  'ls-files',
  '-c -d -m -o -i -s -u -k -z -t -v -f -x= --cached --deleted --modified --others --ignored --stage --unmerged ' +
    '--killed --exclude= --exclude-standard --directory --no-empty-directory --error-unmatch --full-name --abbrev=? ' +
    '--deduplicate --eol --format= --with-tree= --recurse-submodules',
)
add(
  'ls-tree',
  '-d -r -t -l -z --name-only --name-status --object-only --full-name --full-tree --abbrev=? --long --format=',
)
add(
  'rev-parse',
  '--abbrev-ref=? --short=? --verify -q --quiet --symbolic --symbolic-full-name --show-toplevel --show-prefix ' +
    '--show-cdup --git-dir --git-common-dir --absolute-git-dir --git-path= --is-inside-work-tree --is-inside-git-dir ' +
    '--is-bare-repository --is-shallow-repository --show-superproject-working-tree --all --branches=? --tags=? --remotes=? ' +
    '--path-format= --show-object-format=? --default= --local-env-vars --show-ref-format',
)
add('cat-file', '-t -s -p -e --batch=? --batch-check=? --batch-all-objects --unordered --allow-unknown-type')
add(
  'describe',
  '--all --tags --contains --abbrev=? --candidates= --exact-match --debug --long --match= --exclude= --always ' +
    '--first-parent --dirty=? --broken=?',
  'text',
)
add('name-rev', '--tags --refs= --exclude= --all --name-only --no-undefined --always', 'text')
add('merge-base', '-a --all --octopus --independent --is-ancestor --fork-point', 'text')
add(
  'for-each-ref',
  '--count= --sort= --format= --points-at= --merged=? --no-merged=? --contains=? --no-contains=? --color=?',
  'text',
)
add('show-ref', '--head --heads --branches --tags -d --dereference -s --hash=? --verify --abbrev=? -q --quiet', 'text')
add('count-objects', '-v -H --verbose --human-readable', 'none')
add('check-ignore', '-v -q -n -z --verbose --quiet --non-matching --no-index --stdin')
add('check-attr', '-a -z --all --cached --stdin')
add('cherry,range-diff', `${DIFF} -v --abbrev=? --creation-factor=`)
add('version', '--build-options', 'none')
add(
  'branch',
  '-a -r -v -l -i --list --all --remotes --verbose --show-current --contains= --no-contains= --merged= --no-merged= ' +
    '--points-at= --sort= --format= --color=? --no-color --column=? --abbrev=? --ignore-case',
  'none',
)
add(
  'tag',
  '-l -n=? -i --list --contains= --no-contains= --merged= --no-merged= --points-at= --sort= --format= --color=? ' +
    '--column=? --ignore-case',
  'none',
)
add('remote', '-v --verbose', 'none')
add('remote get-url', '--all --push', 'text')
add('stash list', LOG, 'none')
add('stash show', `${DIFF} --include-untracked --only-untracked`, 'text')
add('worktree list', '-v -z --verbose --porcelain', 'none')
add('reflog', LOG, 'none')
add('reflog show', LOG, 'text')
add('reflog exists', '', 'text')
add('submodule status', '--cached --recursive')
add('notes list,notes show', '', 'text')
add('bisect log', '', 'none')
add(
  'config',
  '-l -z --list --get --get-all --get-regexp --local --global --system --worktree --show-origin --show-scope ' +
    '--name-only --null --type= --bool --int --path --includes --no-includes --default=',
  'text',
  '-l --list --get --get-all --get-regexp',
)
add('config list', '-z --local --global --system --worktree --show-origin --show-scope --name-only --null', 'none')
add(
  'config get',
  '-z --all --regexp --local --global --system --worktree --show-origin --show-scope --type= --default= --null',
  'text',
)

/**
 * What is known of a subcommand.
 *
 * @param words the words after git's own flags
 * @returns the entry and how many words its name takes; null when it is not known to only read
 */
export function readOnlyGit(words: readonly string[]): { entry: ReadOnlyGit; length: number } | null {
  const [first = '', second = ''] = words
  const double = table.get(`${first} ${second}`)
  if (double) return { entry: double, length: 2 }
  const single = table.get(first)
  return single ? { entry: single, length: 1 } : null
}
