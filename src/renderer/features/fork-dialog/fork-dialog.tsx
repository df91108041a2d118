import { type KeyboardEvent, useRef, useState } from 'react'
import type { Isolation, Thread } from '../../../shared/domain/thread'
import type { SessionView } from '../../../shared/projection/session-view'
import { useApp, useSession } from '../../state/store'
import { announce, openThread, setDraft, showAsTrunk } from '../../state/ui-actions'
import { modelAndEffort } from '../../threads/model-words'
import { Button } from '../../ui/button'
import { Checkbox, RadioGroup } from '../../ui/choice'
import { Dialog, DialogPart } from '../../ui/dialog'
import { plural } from '../../ui/format-count'
import { Kbd } from '../../ui/kbd'
import { ProblemNote } from '../../ui/problem-note'
import { ForkSign } from '../../ui/signs'
import { DirectivesField } from './directives-field'
import { ForecastPanel } from './forecast-panel'
import styles from './fork-dialog.module.css'
import { firstPlace, placeFacts, placeOptions } from './place-options'
import { directivesProblem, readDirectives, runningTwin } from './read-directives'
import { slotWords } from './slot-words'
import { useForecast } from './use-forecast'
import { useStartForks } from './use-start-forks'

export interface ForkDialogProps {
  threadId: string
  turnId: string
  turnN: number
  /** The kind that is chosen first. */
  as?: 'fork' | 'branch'
  onClose: () => void
}

const WORDS = {
  fork: { hint: 'one per line, one fork each', placeholder: 'What shall this fork do?' },
  branch: {
    hint: 'the first message of each branch; nothing to write it there',
    placeholder: 'What shall be said first?',
  },
} as const

/** Starts forks, or a branch, from one turn; the price is known before. */
export function ForkDialog(props: ForkDialogProps) {
  const thread = useSession((session) => session.threads[props.threadId], undefined)
  return thread ? <KnownForkDialog {...props} thread={thread} /> : null
}

function KnownForkDialog({ thread, turnId, turnN, as, onClose }: ForkDialogProps & { thread: Thread }) {
  const draftKey = `fork ${turnId}`
  const text = useApp(({ ui }) => ui.drafts[draftKey] ?? '')
  const [kind, setKind] = useState<'fork' | 'branch'>(as ?? 'fork')
  const [chosenPlace, setPlace] = useState<Isolation | null>(null)
  const [reportBack, setReportBack] = useState(false)
  const [tried, setTried] = useState(false)
  const directives = readDirectives(text)
  const place = usePlace(thread, chosenPlace)
  const turnState = useSession(
    (session) => session.turns[thread.id]?.find((turn) => turn.id === turnId)?.state,
    undefined,
  )
  const { forecast, problem: noForecast } = useForecast(thread.id, turnId, directives, chosenPlace, turnState)
  const places = place.options(forecast)
  const isolation = place.value(places)
  const made = useSession(countMade, 0)
  const starting = useStartForks()
  const field = useRef<HTMLTextAreaElement>(null)
  const wrong = directivesProblem(directives, kind)
  const concurrency = useApp(({ view }) => view.settings?.['fork.concurrency'] ?? null)
  const slots = useSession(
    (session) => (kind === 'fork' ? slotWords(Object.values(session.threads), directives.length, concurrency) : null),
    null,
  )
  const twin = useSession((session) => runningTwin(directives, Object.values(session.threads)), null)

  const start = async () => {
    setTried(true)
    if (wrong) field.current?.focus()
    if (wrong || starting.busy) return
    const report = kind === 'fork' && reportBack
    const started = await starting.start({
      threadId: thread.id,
      turnId,
      // A branch in which nothing is said yet still needs a name.
      directives: directives.length > 0 ? directives : [`Branch from turn ${turnN}`],
      sendDirective: directives.length > 0,
      kind,
      isolation,
      reportBack: report,
    })
    const first = started?.[0]
    if (!started || first === undefined) return
    setDraft(draftKey, '')
    announce(kind === 'fork' ? `${plural(started.length, 'fork')} started.` : 'Branch started.')
    onClose()
    if (kind === 'branch' && started.length === 1) showAsTrunk(first)
    else openThread(first)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    void start()
  }

  return (
    <Dialog
      title={`Fork from turn ${turnN}`}
      icon={<ForkSign />}
      aside={<span>{modelAndEffort(thread)}, inherited</span>}
      beside={() => document.querySelector(`[data-row="${turnId}"]`)}
      onClose={onClose}
      footer={
        <>
          <span className="cut">
            {twin !== null
              ? `“${twin}” is running already`
              : turnState === 'running'
                ? 'Leaves after the last answered tool of this turn'
                : slots}
          </span>
          <span className="grow" />
          <Button tone="ghost" onClick={onClose}>
            Cancel <Kbd keys="Escape" />
          </Button>
          <Button
            tone="primary"
            disabled={starting.busy}
            aria-keyshortcuts="Control+Enter"
            onClick={() => void start()}
          >
            {directives.length > 1 ? `Start ${directives.length} forks` : 'Start fork'} <Kbd keys="Mod+Enter" />
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a key that works in every field of the dialog */}
      <div onKeyDown={onKeyDown}>
        <DialogPart className={styles.first}>
          <DirectivesField
            value={text}
            onChange={(next) => setDraft(draftKey, next)}
            made={made}
            {...WORDS[kind]}
            field={field}
            problem={tried ? wrong : null}
          />
        </DialogPart>
        <DialogPart className={styles.options}>
          <RadioGroup
            label="Kind"
            value={kind}
            onChange={setKind}
            options={[
              { value: 'fork', label: 'Worker', hint: 'works alone, ends with a report' },
              { value: 'branch', label: 'Branch', hint: 'a copy to go on talking in' },
            ]}
          />
          <RadioGroup
            label="Place"
            value={isolation}
            onChange={setPlace}
            options={places.map(({ value, label, hint, barred }) => ({
              value,
              label,
              hint: barred ?? hint,
              disabled: barred !== null,
            }))}
          />
          <div className={styles.result}>
            <span className={styles.label}>Result</span>
            <Checkbox
              label="Report back"
              hint={`wakes ${thread.kind === 'main' ? 'Main' : thread.title} when each one ends`}
              checked={kind === 'fork' && reportBack}
              disabled={kind === 'branch'}
              onChange={setReportBack}
            />
          </div>
        </DialogPart>
        {starting.problem && (
          <DialogPart>
            <ProblemNote advice={starting.problem.advice}>{starting.problem.text}</ProblemNote>
          </DialogPart>
        )}
        <ForecastPanel forecast={forecast} problem={noForecast} count={directives.length} />
      </div>
    </Dialog>
  )
}

/** How many threads beside the main one were made: what is started now is marked after them. */
function countMade(session: SessionView): number {
  return session.threadIds.filter((id) => session.threads[id]?.parentId !== null).length
}

/** The place: what the person chose, else the setting where it is possible. */
function usePlace(thread: Thread, chosen: Isolation | null) {
  const projectId = useSession((session) => session.session.projectId, '')
  const isGit = useApp(({ view }) => view.projects?.find((project) => project.id === projectId)?.isGit ?? null)
  const setting = useApp(({ view }) => view.settings?.['fork.isolation'] ?? null)
  return {
    options: (forecast: Parameters<typeof placeFacts>[2]) =>
      placeOptions(placeFacts(thread, isGit, forecast), Date.now()),
    value: (options: ReturnType<typeof placeOptions>): Isolation => {
      const possible = options.some((option) => option.value === chosen && option.barred === null)
      return possible && chosen !== null ? chosen : firstPlace(options, setting)
    },
  }
}
