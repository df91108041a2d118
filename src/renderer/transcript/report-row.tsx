import { CornerDownLeft } from 'lucide-react'
import { useMemo } from 'react'
import { useSession } from '../state/store'
import { openThread } from '../state/ui-actions'
import { shownHue, threadMarks } from '../threads/thread-marks'
import { Button } from '../ui/button'
import { Prose } from './prose'
import type { Entry } from './read-entries'
import { readBroughtBack, readReport } from './read-report'
import styles from './report-row.module.css'
import { useFold } from './use-fold'

/** What a fork sent home: one line that opens. */
export function ReportRow({ entry }: { entry: Extract<Entry, { kind: 'report' }> }) {
  const [open, setOpen] = useFold((itemId) => itemId === entry.id)
  const from = useSession((session) => session.threads[entry.fromThreadId], undefined)
  const mark = useSession((session) => threadMarks(session)[entry.fromThreadId], undefined)
  const title = from?.title ?? 'a fork that is gone'
  const home = entry.status === 'brought back'
  const report = useMemo(() => (home ? readBroughtBack(entry.text) : readReport(entry.text)), [home, entry.text])
  const words = home ? `Brought back from ${title}` : `Report from ${title}`
  return (
    <div className={styles.report} data-hue={from ? shownHue(from, mark) : 'off'}>
      <div className={styles.reportHead}>
        <CornerDownLeft size={12} aria-hidden="true" />
        <strong>{words}</strong>
        {!home && <span className={styles.status}>{entry.status.replace('-', ' ')}</span>}
        {/* Opened, it says them itself where they are its own words. */}
        <span className={`cut grow ${styles.glimpse}`}>{!(open && home) && report.facts.join(' · ')}</span>
        <Button small tone="ghost" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide' : 'Show'}
        </Button>
        {from && (
          <Button small tone="ghost" aria-label={`Open ${title}`} onClick={() => openThread(from.id)}>
            Open
          </Button>
        )}
      </div>
      {open && (
        <div className={styles.reportBody}>
          <Prose text={report.text} />
          {home &&
            report.facts.map((fact) => (
              <p key={fact} className={styles.fact}>
                {fact}
              </p>
            ))}
          {report.remarks.map((remark) => (
            <p key={remark} className={styles.remark}>
              {remark}
            </p>
          ))}
        </div>
      )}
    </div>
  )
}
