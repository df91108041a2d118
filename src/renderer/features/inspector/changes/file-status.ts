import type { ChangedFile } from '../../../../shared/domain/worktree'

export interface StatusWords {
  /** As git has it. */
  letter: string
  word: string
  tone: 'add' | 'del' | 'plain' | 'bad'
}

const STATUS: Record<ChangedFile['status'], StatusWords> = {
  added: { letter: 'A', word: 'new', tone: 'add' },
  modified: { letter: 'M', word: 'changed', tone: 'plain' },
  deleted: { letter: 'D', word: 'deleted', tone: 'del' },
  renamed: { letter: 'R', word: 'renamed', tone: 'plain' },
  untracked: { letter: 'U', word: 'untracked', tone: 'add' },
  'type-changed': { letter: 'T', word: 'type changed', tone: 'plain' },
  conflicted: { letter: '!', word: 'in conflict', tone: 'bad' },
}

/** What happened to a file, as a letter and as a word. */
export function statusWords(status: ChangedFile['status']): StatusWords {
  return STATUS[status]
}

/** The word, and where the file came from: `renamed from src/a.ts`; whether a part is in no commit yet. */
export function statusText({ status, from, uncommitted }: ChangedFile): string {
  const word = from ? `${STATUS[status].word} from ${from}` : STATUS[status].word
  return uncommitted && status !== 'untracked' ? `${word}, not all committed` : word
}
