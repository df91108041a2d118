import { Check, Copy } from 'lucide-react'
import { memo, useEffect, useState } from 'react'
import { IconButton } from '../ui/button'
import { classes } from '../ui/classes'
import styles from './code-block.module.css'
import { type CodeToken, highlight, knownHighlight } from './highlight'

interface CodeBlockProps {
  language: string
  text: string
  /** Colours come only once the fence is closed: before, every delta would colour it anew. */
  closed: boolean
}

/** A block of code, coloured by a worker, with a button that copies it. */
export const CodeBlock = memo(function CodeBlock({ language, text, closed }: CodeBlockProps) {
  const tokens = useHighlight(language, closed ? text : '')
  return (
    <div className={styles.block}>
      <div className={classes(styles.bar, language === '' && styles.nameless)}>
        <span>{language}</span>
        <CopyButton text={text} label="Copy code" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls sideways must be reachable by the keyboard */}
      <pre className={styles.code} tabIndex={0}>
        <code>{closed && tokens ? <Tokens of={tokens} /> : text}</code>
      </pre>
    </div>
  )
})

/** Lines of highlighted code. */
export function Tokens({ of: tokens }: { of: readonly CodeToken[] }) {
  return tokens.map(([text, tone], index) =>
    tone === null ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a token is known by its place
      <span key={index} className={styles[tone]}>
        {text}
      </span>
    ),
  )
}

function useHighlight(language: string, text: string): readonly CodeToken[] | null {
  const [answer, setAnswer] = useState<{ text: string; tokens: readonly CodeToken[] } | null>(null)
  const known = knownHighlight(language, text)
  useEffect(() => {
    if (known || text === '' || language === '') return
    let wanted = true
    highlight(language, text, (tokens) => {
      if (wanted) setAnswer({ text, tokens })
    })
    return () => {
      wanted = false
    }
  }, [known, language, text])
  return known ?? (answer?.text === text ? answer.tokens : null)
}

const CONFIRMED_MS = 1500

/** Copies a text and says for a moment that it did. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <IconButton
      small
      label={copied ? 'Copied' : label}
      icon={copied ? <Check /> : <Copy />}
      onClick={() => navigator.clipboard.writeText(text).then(() => setCopied(true))}
    />
  )
}
