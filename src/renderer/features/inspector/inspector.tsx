import { Tabs } from 'radix-ui'
import type { Thread } from '../../../shared/domain/thread'
import { useApp, useSession } from '../../state/store'
import { showInspector } from '../../state/ui-actions'
import type { InspectorTab } from '../../state/ui-state'
import { useThreadHue } from '../../threads/use-thread-hue'
import { ChangesTab } from './changes/changes-tab'
import { ConversationTab } from './conversation-tab'
import { CostTab } from './cost-tab'
import { InfoTab } from './info-tab'
import styles from './inspector.module.css'
import { InspectorFoot } from './inspector-foot'
import { InspectorHead } from './inspector-head'
import { KeepWarmLine } from './keep-warm/keep-warm-line'
import { ResumeBar } from './resume-bar'
import { WireTab } from './wire/wire-tab'

/** One thread from all sides. Renders nothing while the thread is not known. */
export function Inspector({ threadId }: { threadId: string }) {
  const thread = useSession((session) => session.threads[threadId], undefined)
  return thread ? <ThreadInspector thread={thread} /> : null
}

const TABS: readonly { value: InspectorTab; label: string }[] = [
  { value: 'conversation', label: 'Conversation' },
  { value: 'changes', label: 'Changes' },
  { value: 'cost', label: 'Cost' },
  { value: 'wire', label: 'Wire' },
  { value: 'info', label: 'Info' },
]

function ThreadInspector({ thread }: { thread: Thread }) {
  const tab = useApp(({ ui }) => ui.inspector.tab)
  const hue = useThreadHue(thread)
  const choose = (value: string) => {
    const chosen = TABS.find((each) => each.value === value)
    if (chosen) showInspector(chosen.value)
  }
  return (
    <section className={styles.inspector} aria-label="Inspector" data-hue={hue}>
      <InspectorHead thread={thread} />
      <Tabs.Root className={styles.tabs} value={tab} onValueChange={choose} activationMode="manual">
        <Tabs.List className={styles.list} aria-label="Views of the thread">
          {TABS.map(({ value, label }) => (
            <Tabs.Trigger key={value} value={value} className={styles.tab}>
              {label}
              {value === 'changes' && thread.worktree && thread.worktree.filesChanged > 0 && (
                <span className={styles.count}>{thread.worktree.filesChanged}</span>
              )}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value="conversation" className={styles.pane} tabIndex={-1}>
          <ConversationTab thread={thread} />
        </Tabs.Content>
        <Tabs.Content value="changes" className={styles.pane} tabIndex={-1}>
          <ChangesTab thread={thread} />
        </Tabs.Content>
        <Tabs.Content value="cost" className={styles.pane} tabIndex={-1}>
          <CostTab thread={thread} />
        </Tabs.Content>
        <Tabs.Content value="wire" className={styles.pane} tabIndex={-1}>
          <WireTab thread={thread} />
        </Tabs.Content>
        <Tabs.Content value="info" className={styles.scrolling} tabIndex={-1}>
          <InfoTab thread={thread} />
        </Tabs.Content>
      </Tabs.Root>
      {thread.resumable && <ResumeBar thread={thread} />}
      <KeepWarmLine thread={thread} />
      <InspectorFoot thread={thread} />
    </section>
  )
}
