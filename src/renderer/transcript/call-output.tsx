// What a call put out: of a command its end, of everything else its beginning, and the way to the whole of it.
import { useEffect, useRef, useState } from 'react'
import { failureText } from '../client/failure-text'
import type { HostClient } from '../client/host-client'
import { useHost } from '../client/use-host'
import { Button } from '../ui/button'
import { formatBytes } from '../ui/format-count'
import { plainOutput } from './ansi-pieces'
import { AnsiText } from './ansi-text'
import styles from './call-detail.module.css'
import { callWords } from './call-words'
import { CopyButton } from './code-block'
import type { Call } from './read-entries'

/** Characters of the end of a command's output that are shown first. */
const TAIL_CHARS = 8_000
const STRETCH = 200_000

type Part = 'head' | 'tail' | 'all'

/** The output of a call, with a button that copies what is shown. */
export function CallOutput({ call, threadId }: { call: Call; threadId: string }) {
  const known = call.tail || call.coloured || call.output
  const cut = call.tail === '' && call.outputBytes > bytesOf(call.coloured ? plainOutput(call.coloured) : call.output)
  const { text, part, busy, failure, showAll } = useOutput(call, threadId, known, cut)
  const box = useEndInView(part === 'tail' || call.tail !== '', text)
  if (text === '') return <p className={styles.none}>{call.endedAt === null ? 'No output yet.' : 'No output.'}</p>
  return (
    <>
      <div className={styles.box}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
        <pre ref={box} className={styles.output} tabIndex={0} data-error={call.isError || undefined}>
          {part === 'tail' && <span className={styles.gap}>… only the end is shown{'\n'}</span>}
          <AnsiText text={text} />
          {part === 'head' && cut && <span className={styles.gap}>{'\n'}… only the beginning is shown</span>}
        </pre>
        <span className={styles.copy}>
          <CopyButton text={plainOutput(text)} label="Copy output" />
        </span>
      </div>
      {cut && part !== 'all' && (
        <p className={styles.more}>
          <Button small tone="ghost" disabled={busy} onClick={showAll}>
            {busy ? 'Reading…' : `Show all ${formatBytes(call.outputBytes)}`}
          </Button>
          {failure && <span role="alert">{failure}</span>}
        </p>
      )}
    </>
  )
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}

function useOutput(call: Call, threadId: string, known: string, cut: boolean) {
  const host = useHost()
  const [read, setRead] = useState<{ text: string; part: Part } | null>(null)
  const [state, setState] = useState<{ busy: boolean; failure: string | null }>({ busy: false, failure: null })
  const { toolUseId } = call
  // With colours its end is known already.
  const ended = cut && call.coloured !== undefined
  const ofCommand = cut && !ended && callWords(call).icon === 'command'
  useEffect(() => {
    if (!ofCommand || toolUseId === null) return
    let wanted = true
    // What cannot be read now is offered below all the same; until then the beginning stands there.
    readEnd(host, threadId, toolUseId).then(
      (text) => wanted && setRead((before) => before ?? { text, part: 'tail' }),
      (error) => wanted && setState({ busy: false, failure: failureText(error) }),
    )
    return () => {
      wanted = false
    }
  }, [host, ofCommand, threadId, toolUseId])
  const showAll = async () => {
    if (toolUseId === null) return
    setState({ busy: true, failure: null })
    try {
      setRead({ text: await readWhole(host, threadId, toolUseId), part: 'all' })
      setState({ busy: false, failure: null })
    } catch (error) {
      setState({ busy: false, failure: failureText(error) })
    }
  }
  const shown = read ?? { text: known, part: ended ? ('tail' as Part) : ('head' as Part) }
  return { ...shown, ...state, showAll: () => void showAll() }
}

async function readEnd(host: HostClient, threadId: string, toolUseId: string): Promise<string> {
  const { totalChars } = await host.call('tool.output', { threadId, toolUseId, limit: 1 })
  const offset = Math.max(0, totalChars - TAIL_CHARS)
  const { text } = await host.call('tool.output', { threadId, toolUseId, offset, limit: TAIL_CHARS })
  // It begins with a whole line.
  return offset === 0 ? text : text.slice(text.indexOf('\n') + 1)
}

/** Reads the whole output, a stretch at a time. */
async function readWhole(host: HostClient, threadId: string, toolUseId: string): Promise<string> {
  let text = ''
  for (;;) {
    const part = await host.call('tool.output', { threadId, toolUseId, offset: text.length, limit: STRETCH })
    text += part.text
    if (part.text === '' || text.length >= part.totalChars) return text
  }
}

/** Keeps the end of a box in view while that is what it is about. */
function useEndInView(wanted: boolean, text: string) {
  const box = useRef<HTMLPreElement>(null)
  useEffect(() => {
    if (wanted && text !== '' && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [wanted, text])
  return box
}
