// Programs that only read, each with the flags under which that is true. What is not listed is not known to only read.
import { type FlagTable, flagTable } from './flag-table'

export interface ReadOnlyProgram {
  table: FlagTable
  /** paths: every operand names a file. text: none does. pattern: the first does not, unless a flag gave it. */
  operands: 'paths' | 'text' | 'pattern'
  /** More operands than this would name an output. */
  most: number
  /** No flag of the program does anything but read: a file name that looks like a flag is harmless. */
  anyFlag: boolean
}

interface Options {
  operands?: ReadOnlyProgram['operands']
  most?: number
  anyFlag?: boolean
}

const programs = new Map<string, ReadOnlyProgram>()

function add(names: string, flags: string, options: Options = {}): void {
  const { operands = 'paths', most = Number.POSITIVE_INFINITY, anyFlag = false } = options
  const program = { table: flagTable(flags), operands, most, anyFlag }
  for (const name of names.split(' ')) programs.set(name, program)
}

add(
  'ls',
  '-a -A -l -h -r -t -S -1 -R -d -F -i -s -n -g -o -p -k -m -x -C -G -L -H -Q -U -X -v -c -u -N -b -q -Z -T= -w= -I= ' +
    '--all --almost-all --human-readable --reverse --recursive --directory --classify=? --inode --size --color=? ' +
    '--sort= --time= --time-style= --format= --ignore= --hide= --group-directories-first --full-time --si --no-group',
  { anyFlag: true },
)
add('cat', '-n -b -s -A -e -E -t -T -v -u --number --number-nonblank --squeeze-blank --show-all', { anyFlag: true })
add('tac rev', '-b -r -s= --separator=')
add('head tail', '-n= -c= -q -v -z -f -F -r -# --lines= --bytes= --quiet --silent --verbose --follow=?', {
  anyFlag: true,
})
add('wc', '-l -w -c -m -L --lines --words --bytes --chars --max-line-length --total=', { anyFlag: true })
add('nl', '-b= -n= -w= -s= -v= -i= -h= -f= -d= -l= -p')
add(
  'cut',
  '-d= -f= -c= -b= -s -n -z --delimiter= --fields= --characters= --output-delimiter= --only-delimited --complement',
)
add('tr', '-d -s -c -C -t --delete --squeeze-repeats --complement', { operands: 'text' })
add(
  'sort',
  '-n -r -u -f -b -d -g -h -i -M -R -V -s -z -c -C -m -k= -t= --numeric-sort --reverse --unique --key= ' +
    '--field-separator= --human-numeric-sort --version-sort --ignore-case --stable --check=?',
)
add('uniq', '-c -d -D -u -i -z -f= -s= -w= --count --repeated --unique --ignore-case', { most: 1 })
add('comm', '-1 -2 -3 -i -z --check-order --nocheck-order')
add('join paste', '-d= -s -z -t= -a= -e= -v= -j= -o= -i -1= -2=')
add('column', '-t -s= -c= -n -x -o= -N=')
add('fold expand unexpand fmt', '-w= -s -b -t= -a -i -u')
add(
  'diff',
  '-u -U= -c -C= -r -q -s -i -w -b -B -E -Z -a -N -y -W= -x= -d -t -n -e -p --unified=? --brief --recursive ' +
    '--ignore-all-space --ignore-space-change --ignore-blank-lines --ignore-case --side-by-side --suppress-common-lines ' +
    '--color=? --exclude= --new-file --text --minimal --width= --no-dereference --report-identical-files',
)
add('cmp', '-b -l -s -n= -i= --silent --quiet --verbose --bytes=')
add('stat', '-c= -f= -L -t -x -s -q -n --format= --printf= --dereference --file-system --terse')
add('du', '-s -h -a -c -d= -k -m -x -L -0 -b --max-depth= --summarize --human-readable --all --total --apparent-size')
add('df', '-h -H -T -k -m -i -a -l -P -t= -x= --human-readable --total --type=')
add('basename dirname', '-a -s= -z --multiple --suffix= --zero', { operands: 'text' })
add('realpath readlink', '-f -e -m -n -q -s -z -L -P --canonicalize --relative-to=@ --relative-base=@ --no-symlinks')
add(
  'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum shasum md5',
  '-b -t -a= -q -r -z --tag --binary',
)
add('od hexdump', '-c -C -x -b -d -o -v -A= -t= -N= -j= -w= -n= -s= -e= -i')
add('xxd', '-p -u -l= -s= -c= -g= -b -e -i', { most: 1 })
add('strings', '-a -n= -t= -e= -#')
add('base64', '-d -D -w= --decode --wrap=', { most: 1 })
add(
  'tree',
  '-a -d -f -i -l -L= -I= -P= -h -s -D -F -r -t -C -n -A -J -X -x -p -u -g --noreport --dirsfirst --gitignore --prune',
)
add(
  'jq',
  '-r -c -n -s -S -e -M -C -j -a -R --raw-output --compact-output --null-input --slurp --sort-keys --exit-status',
  {
    operands: 'pattern',
  },
)
add('echo', '-n -e -E', { operands: 'text', anyFlag: true })
add('printf', '', { operands: 'text' })
add('pwd', '-L -P', { most: 0 })
add('true false : nproc whoami logname tty uptime', '', { operands: 'text', anyFlag: true })
add('hostname', '-f -s -i -I', { most: 0 })
add('uname', '-a -s -n -r -v -m -p -i -o --all', { most: 0 })
add('id groups', '-u -g -G -n -r -z', { operands: 'text' })
add('which type whereis', '-a -t -p -P -s -b -m', { operands: 'text' })
add('printenv', '-0', { operands: 'text' })
add('seq sleep', '-s= -w -f=', { operands: 'text' })
add('free vmstat', '-h -m -g -k -b -t -s -w -a -#', { operands: 'text' })
add('ps', '-e -f -a -u= -x -p= -o= -A -F -l -w -C= --sort= --no-headers --forest', { operands: 'text' })
add('lsof', '-i=? -n -P -p= -t -s= -c=')
add(
  'grep egrep fgrep',
  '-i -v -n -r -l -L -c -h -H -o -q -s -w -x -E -F -P -G -a -I -z -Z -T -U -y -b -e= -f=@ -m= -A= -B= -C= -d= -D= -# ' +
    '--regexp= --file=@ --ignore-case --no-ignore-case --invert-match --line-number --recursive --files-with-matches ' +
    '--files-without-match --count --no-filename --with-filename --only-matching --quiet --silent --no-messages ' +
    '--word-regexp --line-regexp --extended-regexp --fixed-strings --perl-regexp --basic-regexp --text --null ' +
    '--include= --exclude= --exclude-dir= --color=? --colour=? --max-count= --after-context= --before-context= --context=? ' +
    '--byte-offset --line-buffered --binary-files=',
  { operands: 'pattern' },
)
add(
  'rg',
  '-i -S -s -v -n -N -l -c -o -q -w -x -F -P -U -a -u -0 -p -H -I -b -. -e= -f=@ -g= -t= -T= -m= -A= -B= -C= -d= -r= -j= -M= ' +
    '-# --regexp= --file=@ --glob= --iglob= --type= --type-not= --type-list --ignore-case --smart-case --case-sensitive ' +
    '--invert-match --line-number --no-line-number --files --files-with-matches --files-without-match --count ' +
    '--count-matches --only-matching --quiet --word-regexp --line-regexp --fixed-strings --pcre2 --multiline ' +
    '--multiline-dotall --text --hidden --no-hidden --no-ignore --no-ignore-vcs --unrestricted --null --pretty --heading ' +
    '--no-heading --with-filename --no-filename --byte-offset --column --no-column --color= --colors= --max-count= ' +
    '--max-depth= --after-context= --before-context= --context= --replace= --threads= --max-columns= --sort= --sortr= ' +
    '--json --stats --trim --vimgrep --no-messages --no-config --passthru --max-filesize= --encoding= --engine= --crlf',
  { operands: 'pattern' },
)

/** What is known of a program, by its bare name. */
export function readOnlyProgram(name: string): ReadOnlyProgram | null {
  return programs.get(name) ?? null
}
