import { FilePen, Globe, SquareTerminal, Wrench } from 'lucide-react'
import { useMemo } from 'react'
import { DiffView } from '../../ui/diff-view'
import styles from './call-view.module.css'
import { changeCounts, changeDiffs } from './change-diffs'
import { describeCall, type FileChange } from './describe-call'
import { Revealed } from './revealed'

/** The icon of a tool. */
export function CallIcon({ tool }: { tool: string }) {
  const name = tool.toLowerCase()
  if (name === 'bash') return <SquareTerminal aria-hidden="true" />
  if (name === 'webfetch') return <Globe aria-hidden="true" />
  return name === 'edit' || name === 'multiedit' || name === 'write' ? (
    <FilePen aria-hidden="true" />
  ) : (
    <Wrench aria-hidden="true" />
  )
}

/** All that a call would do: the whole command, the whole change, or the whole input. Nothing of it is cut. */
export function CallView({ tool, input }: { tool: string; input: unknown }) {
  const view = useMemo(() => describeCall(tool, input), [tool, input])
  return (
    <div className={styles.call}>
      {view.kind === 'command' && (
        <pre className={styles.command}>
          <Revealed text={view.command} />
        </pre>
      )}
      {view.kind === 'page' && <Page url={view.url} host={view.host} />}
      {view.kind === 'change' && <Change change={view.change} />}
      {view.rest.length > 0 && (
        <dl className={styles.rest}>
          {view.rest.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Revealed text={text} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

/** Where a page comes from, in words, and its whole address. */
function Page({ url, host }: { url: string; host: string }) {
  const foreign = /(?:^|\.)xn--/.test(host)
  return (
    <div className={styles.call}>
      <p className={styles.from}>
        Fetches a page from{' '}
        <b>
          <Revealed text={host} />
        </b>
        {foreign && <span className={styles.note}>a name with letters outside of the Latin alphabet</span>}
      </p>
      <pre className={styles.command}>
        <Revealed text={url} />
      </pre>
    </div>
  )
}

function Change({ change }: { change: FileChange }) {
  const diffs = useMemo(() => changeDiffs(change), [change])
  const { added, removed } = useMemo(() => changeCounts(change), [change])
  return (
    <div className={styles.change}>
      <p className={styles.path}>
        <code>
          <Revealed text={change.path} />
        </code>
        <span className={`${styles.added} num`}>+{added}</span>
        {removed > 0 && <span className={`${styles.removed} num`}>−{removed}</span>}
        {change.whole && <span className={styles.note}>writes the whole file</span>}
        {change.edits.some((edit) => edit.everywhere) && <span className={styles.note}>everywhere in the file</span>}
      </p>
      {diffs.map((diff, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an edit is known by its place
        <DiffView key={n} text={diff} numbers={false} className={styles.diff} />
      ))}
    </div>
  )
}
