import { ArrowDown, ArrowUp } from 'lucide-react'
import { useMemo, useState } from 'react'
import { VirtualTable } from '../../ui/virtual-table'
import styles from './storage-view.module.css'
import { nextSorting, type SortBy, type Sorting, sorted } from './stored-worktrees'
import type { StoredWorktree } from './use-storage'
import { WorktreeRow } from './worktree-row'

const COLUMNS: readonly { by: SortBy; label: string }[] = [
  { by: 'owner', label: 'Owner' },
  { by: 'state', label: 'State' },
  { by: 'size', label: 'Size' },
  { by: 'age', label: 'Last used' },
]

/** Each worktree with whose it is, how it is, what it takes and since when nobody used it. */
export function WorktreeTable({ worktrees }: { worktrees: readonly StoredWorktree[] }) {
  const [sorting, setSorting] = useState<Sorting>({ by: 'size', reversed: false })
  const rows = useMemo(() => sorted(worktrees, sorting), [worktrees, sorting])
  return (
    <VirtualTable
      caption="Worktrees"
      className={styles.table}
      rows={rows}
      keyOf={({ threadId }) => threadId}
      head={
        <tr>
          {COLUMNS.map(({ by, label }) => (
            <SortHead key={by} by={by} label={label} sorting={sorting} onSort={setSorting} />
          ))}
          <th scope="col">
            <span className="sr">What can be done</span>
          </th>
        </tr>
      }
    >
      {(worktree) => <WorktreeRow worktree={worktree} />}
    </VirtualTable>
  )
}

interface SortHeadProps {
  by: SortBy
  label: string
  sorting: Sorting
  onSort: (sorting: Sorting) => void
}

/** Sizes and ages begin with the largest: that counts as descending, names and states as ascending. */
function SortHead({ by, label, sorting, onSort }: SortHeadProps) {
  const current = sorting.by === by
  const descending = (by === 'size') !== sorting.reversed
  const sort = current ? (descending ? 'descending' : 'ascending') : undefined
  return (
    <th scope="col" aria-sort={sort} data-by={by}>
      <button type="button" onClick={() => onSort(nextSorting(sorting, by))}>
        {label}
        {current && (descending ? <ArrowDown aria-hidden="true" /> : <ArrowUp aria-hidden="true" />)}
      </button>
    </th>
  )
}
