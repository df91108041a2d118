import { ChevronLeft, ChevronRight, Rows3 } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useMemo, useState } from 'react'
import type { Request } from '../../../../shared/domain/ledger'
import { cacheMissOf } from '../../../threads/cache-miss'
import { Button, IconButton } from '../../../ui/button'
import { formatMoney } from '../../../ui/format-money'
import { formatDuration } from '../../../ui/format-time'
import { ProblemNote } from '../../../ui/problem-note'
import { comparedWords, firstEventText, outcomeWords, shortLink } from '../request-words'
import { BodyView } from './body-view'
import { DifferenceView } from './difference-view'
import { MissNote } from './miss-note'
import { otherRequests } from './other-requests'
import { PrefixBar } from './prefix-bar'
import { bodyPicture } from './prefix-parts'
import { outputNanoUsd } from './request-bars'
import styles from './request-view.module.css'
import { useBody } from './use-body'

export type RequestPane = 'body' | 'difference'

interface RequestViewProps {
  request: Request
  requests: readonly Request[]
  branch: Request | undefined
  parentName: string
  pane: RequestPane
  onPane: (pane: RequestPane) => void
  onShow: (request: Request | null) => void
}

/** One request as it was sent: its facts, what of it was sent before, the exact body, and where it differs from another. */
export function RequestView({ request, requests, branch, parentName, pane, onPane, onShow }: RequestViewProps) {
  const { body, problem } = useBody(request.id)
  const [chosen, setChosen] = useState<string | null>(null)
  const others = useMemo(
    () => otherRequests(request, requests, branch, parentName),
    [request, requests, branch, parentName],
  )
  const otherId = others.find((each) => each.id === chosen)?.id ?? others[0]?.id ?? null
  const picture = useMemo(() => body && bodyPicture(request, body.parts), [request, body])
  const choose = (value: string) => onPane(value === 'difference' ? 'difference' : 'body')
  return (
    <div className={styles.request}>
      <div className={styles.top}>
        <Bar request={request} requests={requests} onShow={onShow} />
        <Facts request={request} previous={requests.find((each) => each.n === request.n - 1)} />
        {picture && <PrefixBar picture={picture} parentName={parentName} previousName={`#${request.n - 1}`} />}
        {problem && <ProblemNote>{problem}</ProblemNote>}
        {!body && !problem && <p aria-busy="true">Reading the body…</p>}
      </div>
      {body && (
        <Tabs.Root className={styles.tabs} value={pane} onValueChange={choose} activationMode="manual">
          <Tabs.List className={styles.list} aria-label="Views of the request">
            <Tabs.Trigger value="body" className={styles.tab}>
              Body
            </Tabs.Trigger>
            <Tabs.Trigger value="difference" className={styles.tab}>
              Difference
            </Tabs.Trigger>
          </Tabs.List>
          <Tabs.Content value="body" className={styles.pane} tabIndex={-1}>
            <BodyView key={request.id} request={request} body={body} parentName={parentName} />
          </Tabs.Content>
          <Tabs.Content value="difference" className={styles.pane} tabIndex={-1}>
            <DifferenceView body={body} name={`#${request.n}`} others={others} otherId={otherId} onOther={setChosen} />
          </Tabs.Content>
        </Tabs.Root>
      )}
    </div>
  )
}

function Bar({ request, requests, onShow }: Pick<RequestViewProps, 'request' | 'requests' | 'onShow'>) {
  const at = requests.indexOf(request)
  const before = requests[at - 1]
  const after = requests[at + 1]
  return (
    <div className={styles.bar}>
      <Button small tone="ghost" icon={<Rows3 />} onClick={() => onShow(null)}>
        All requests
      </Button>
      <h3 className="num">
        Request {request.n} of {requests.length}
      </h3>
      <span className="grow" />
      <IconButton
        small
        label="Previous request"
        icon={<ChevronLeft />}
        disabled={!before}
        onClick={() => before && onShow(before)}
      />
      <IconButton
        small
        label="Next request"
        icon={<ChevronRight />}
        disabled={!after}
        onClick={() => after && onShow(after)}
      />
    </div>
  )
}

function Facts({ request, previous }: { request: Request; previous: Request | undefined }) {
  const miss = cacheMissOf(request, previous)
  const remark = miss ? null : outcomeWords(request, previous)
  const facts: [string, string][] = [
    ['Forecast', formatMoney(request.forecast?.nanoUsd ?? null)],
    ['Billed', `${formatMoney(request.inputNanoUsd ?? null)} in, ${formatMoney(outputNanoUsd(request))} out`],
    ['First event', firstEventText(request)],
    ['Took', request.endedAt === null ? '–' : formatDuration(request.endedAt - request.startedAt)],
    ['Model', request.model],
    ['Compared', comparedWords(request)],
    ['Provider’s id', request.requestId ?? '–'],
    ['Chain', shortLink(request.prefix.link)],
  ]
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      {miss && (
        <div className={styles.miss}>
          <MissNote request={request} miss={miss} />
        </div>
      )}
      {remark && <p className={styles.remark}>{remark.text}</p>}
    </>
  )
}
