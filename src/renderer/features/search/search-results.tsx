import { useEffect, useRef } from 'react'
import { useApp } from '../../state/store'
import { Button } from '../../ui/button'
import { plural } from '../../ui/format-count'
import { ProblemNote } from '../../ui/problem-note'
import type { HitGroup } from './group-hits'
import { HitRow } from './hit-row'
import styles from './search-results.module.css'
import type { SearchState } from './use-search'

interface SearchResultsProps {
  id: string
  /** What stands in the field. */
  text: string
  state: SearchState
  groups: readonly HitGroup[]
  /** The place of the chosen hit; -1: none. */
  chosen: number
  onChoose: (index: number) => void
  onAgain: () => void
}

/** The hits by session, or the one sentence that is true instead of them. */
export function SearchResults({ id, text, state, groups, chosen, onChoose, onAgain }: SearchResultsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector(`[id="${CSS.escape(`${id}-${chosen}`)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [id, chosen])
  const count = state.answer?.hits.length ?? 0
  return (
    <>
      {state.failure !== null && (
        <div className={styles.note}>
          <ProblemNote
            actions={
              <Button small onClick={onAgain}>
                Try again
              </Button>
            }
          >
            The search failed. {state.failure}
          </ProblemNote>
        </div>
      )}
      <div ref={list} id={id} className={styles.list} role="listbox" aria-label="Found" aria-busy={state.searching}>
        {groups.map((group) => (
          <Group key={group.session.id} group={group} id={id} chosen={chosen} onChoose={onChoose} />
        ))}
      </div>
      <p className={styles.foot} role="status">
        {footWords(text, state, count, groups.length)}
      </p>
    </>
  )
}

function footWords(text: string, state: SearchState, count: number, sessions: number): string {
  if (state.failure !== null) return ''
  if (text.trim() === '')
    return 'All sessions are searched, with what was discarded. “Words in quotes” are found as they stand.'
  if (state.answer === null || (count === 0 && state.searching)) return 'Searching…'
  if (count === 0) return `Nothing was found for “${shorten(state.answered)}”.`
  const places = `${plural(count, 'place')} in ${plural(sessions, 'session')}`
  return state.answer.more ? `The best ${places}; there are more.` : places
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

interface GroupProps {
  group: HitGroup
  id: string
  chosen: number
  onChoose: (index: number) => void
}

function Group({ group: { session, hits }, id, chosen, onChoose }: GroupProps) {
  const project = useApp(({ view }) => view.projects?.find((each) => each.id === session.projectId)?.name)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list of options has groups, not field sets
    <div role="group" aria-labelledby={`${id}-${session.id}`}>
      <div role="presentation" id={`${id}-${session.id}`} className={styles.session}>
        <span className="cut">{session.title}</span>
        {project && <span className={styles.project}>{project}</span>}
      </div>
      {hits.map((found) => (
        <HitRow
          key={found.key}
          id={`${id}-${found.index}`}
          found={found}
          chosen={found.index === chosen}
          onChoose={() => onChoose(found.index)}
        />
      ))}
    </div>
  )
}
