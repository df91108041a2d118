import { memo, useMemo } from 'react'
import { classes } from '../ui/classes'
import { type AnsiPiece, ansiPieces } from './ansi-pieces'
import styles from './ansi-text.module.css'

/** The output of a command in the colours it asked for. */
export const AnsiText = memo(function AnsiText({ text }: { text: string }) {
  const pieces = useMemo(() => ansiPieces(text), [text])
  // biome-ignore lint/suspicious/noArrayIndexKey: a piece is known by its place
  return pieces.map((piece, index) => <Piece key={index} piece={piece} />)
})

function Piece({ piece }: { piece: AnsiPiece }) {
  const { text, tone, inverse, bold, dim, italic, underline } = piece
  if (tone === null && !inverse && !bold && !dim && !italic && !underline) return text
  return (
    <span
      className={classes(
        tone !== null && styles[tone],
        inverse && styles.inverse,
        bold && styles.bold,
        dim && !inverse && styles.dim,
        italic && styles.italic,
        underline && styles.underline,
      )}
    >
      {text}
    </span>
  )
}
