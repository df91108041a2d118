import { X } from 'lucide-react'
import { useApp } from '../state/store'
import { revealRow, showAsTrunk, tell } from '../state/ui-actions'
import type { News } from '../state/ui-state'
import { RestoreButton } from '../threads/restore-button'
import { Button, IconButton } from '../ui/button'
import styles from './news-bar.module.css'

/** What was just done and what can be done about it, in a line that stays until it is put away: it never goes by itself. */
export function NewsBar() {
  const news = useApp(({ ui }) => ui.news)
  if (!news) return null
  return (
    <section className={styles.bar} aria-label="Just done">
      <p className="cut" title={news.more}>
        <b>{news.what}</b> {news.more}
      </p>
      <span className="grow" />
      <Offer news={news} />
      <IconButton small label="Put away" icon={<X />} onClick={() => tell(null)} />
    </section>
  )
}

function Offer({ news: { offer } }: { news: News }) {
  if (offer?.kind === 'restore') return <RestoreButton small threadId={offer.threadId} title={offer.title} />
  if (offer?.kind === 'show') {
    const show = () => {
      showAsTrunk(offer.threadId)
      revealRow(offer.turnId, true)
    }
    return (
      <Button small onClick={show}>
        Show
      </Button>
    )
  }
  return null
}
