import { Search as SearchIcon } from 'lucide-react'
import { type KeyboardEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { MAX_SEARCH_CHARS } from '../../../shared/contract/search-limits'
import { appStore, useApp } from '../../state/store'
import { groupHits } from './group-hits'
import { landOnHit } from './land-on-hit'
import styles from './search-dialog.module.css'
import { SearchResults } from './search-results'
import { useSearch } from './use-search'

/** A field, and below it what was found, by session. Up and down choose, Enter goes there. */
export function SearchDialog({ begin, onClose }: { begin?: string | undefined; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  // A layout effect, since only a dialog that is closed while it is still in the page gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    field.current?.select()
    return () => element?.close()
  }, [])
  const [text, setText] = useState(() => begin ?? appStore.getState().ui.found?.text ?? '')
  const project = useProject()
  const [onlyHere, setOnlyHere] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const state = useSearch(text, onlyHere && project ? project.id : null, attempt)
  const groups = useMemo(() => (state.answer ? groupHits(state.answer) : []), [state.answer])
  const found = groups.flatMap((group) => group.hits)
  const [chosenKey, setChosenKey] = useState<string | null>(null)
  const chosen = found.find(({ key }) => key === chosenKey) ?? found[0]
  const listId = useId()
  const go = (index: number) => {
    const hit = found[index]?.hit
    if (hit) void landOnHit(hit, state.answered, state.answer?.hits ?? [])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      // A search field would only be emptied by it.
      event.preventDefault()
      onClose()
    }
    if (!chosen) return
    const step = STEPS[event.key]
    if (step) {
      event.preventDefault()
      setChosenKey(found[step(chosen.index, found.length)]?.key ?? null)
    } else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault()
      // What stands there is the answer to less than what was typed: the right one is about to come.
      if (state.answered === text) go(chosen.index)
    }
  }
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label="Search"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
      onKeyDown={onKeyDown}
    >
      <div className={styles.head}>
        <SearchIcon size={16} aria-hidden="true" />
        <input
          ref={field}
          type="search"
          className={styles.field}
          aria-label="Search everything that was said"
          aria-controls={listId}
          aria-activedescendant={chosen ? `${listId}-${chosen.index}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_SEARCH_CHARS}
          placeholder="Words of a message, an answer, a command or its output"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setChosenKey(null)
          }}
        />
        {project && (
          <label className={styles.scope}>
            <input type="checkbox" checked={onlyHere} onChange={(event) => setOnlyHere(event.target.checked)} />
            Only in {project.name}
          </label>
        )}
      </div>
      <SearchResults
        id={listId}
        text={text}
        state={state}
        groups={groups}
        chosen={chosen?.index ?? -1}
        onChoose={go}
        onAgain={() => setAttempt(attempt + 1)}
      />
    </dialog>
  )
}

const PAGE = 8

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index + count - 1) % count,
  PageDown: (index, count) => Math.min(count - 1, index + PAGE),
  PageUp: (index) => Math.max(0, index - PAGE),
}

/** The project of the session on show, where there is more than one to search in. */
function useProject() {
  const projectId = useApp(({ view, ui }) =>
    ui.route.screen === 'session' ? view.session?.session.projectId : undefined,
  )
  return useApp(({ view }) =>
    (view.projects?.length ?? 0) > 1 ? view.projects?.find((each) => each.id === projectId) : undefined,
  )
}
