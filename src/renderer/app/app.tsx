// Puts the screens together. Only app/ imports features; a feature imports ui/, threads/, transcript/, state/, client/ and itself.
//
// Slots, each filled by one export:
//   features/home/home-screen.tsx          HomeScreen()                   fills the window, its own bar included
//   features/settings/settings-screen.tsx  SettingsScreen()               the same
//   features/storage/storage.tsx           Storage()                      the same: all worktrees
//   features/library/library.tsx           Library()                      the same: what people keep as files
//   features/timeline/timeline.tsx         Timeline()                     region "Timeline": the trunk `ui.trunkId`
//   features/outline/outline.tsx           Outline()                      the sidebar of a session
//   features/composer/composer.tsx         Composer({ threadId })         under the timeline, for `ui.threadId`
//   features/approvals/approval-card.tsx   ApprovalCard()                 over the timeline; renders nothing while none is open
//   features/inspector/inspector.tsx       Inspector({ threadId })        region "Inspector", while `ui.inspector.open`
//   features/compare/compare.tsx           Compare({ threadIds })         the columns of a comparison, under the bar of the session
//   features/compare/compare-bar.tsx       CompareBar()                   over the composer, while threads are marked
// Dialogs are in overlays.tsx. Actions live in state/ui-actions.ts, what the host is asked for screens in state/load.ts.
import { useEffect } from 'react'
import type { HostClient } from '../client/host-client'
import { HostContext } from '../client/use-host'
import { HomeScreen } from '../features/home/home-screen'
import { Library } from '../features/library/library'
import { FoundWords } from '../features/search/found-words'
import { SettingsScreen } from '../features/settings/settings-screen'
import { useKeyNames } from '../keyboard/use-keys'
import { keepDrafts } from '../state/keep-drafts'
import { useApp } from '../state/store'
import { KeyNames } from '../ui/kbd'
import styles from './app.module.css'
import { CompareScreen } from './compare-screen'
import { ConnectionBanner } from './connection-banner'
import { keepFocus } from './keep-focus'
import { followKeys } from './keys'
import { LiveRegion } from './live-region'
import { Locked } from './locked'
import { Overlays } from './overlays'
import { followRoute } from './route'
import { SessionScreen } from './session-screen'
import { StorageScreen } from './storage-screen'
import { tellWhileAway } from './tell-while-away'
import { useTitle } from './use-title'

/** The whole page; without a host, the reason why there is none. */
export function App({ host }: { host: HostClient | null }) {
  const nameOf = useKeyNames()
  const refused = useApp(({ view }) => view.connection === 'refused')
  if (!host || refused) return <Locked known={host !== null} />
  return (
    <HostContext value={host}>
      <KeyNames value={nameOf}>
        <Page host={host} />
      </KeyNames>
    </HostContext>
  )
}

function Page({ host }: { host: HostClient }) {
  useEffect(() => followRoute(window, host), [host])
  useEffect(() => followKeys(window, host), [host])
  useEffect(() => keepFocus(document), [])
  useEffect(() => keepDrafts(host, window), [host])
  useEffect(() => tellWhileAway(host, window), [host])
  useTitle()
  const screen = useApp(({ ui }) => ui.route.screen)
  const ready = useApp(({ view }) => view.info !== null)
  return (
    <div className={styles.app}>
      <ConnectionBanner />
      <div className={styles.screen}>{ready && SCREENS[screen]}</div>
      <Overlays />
      <FoundWords />
      <LiveRegion />
    </div>
  )
}

const SCREENS = {
  home: <HomeScreen />,
  settings: <SettingsScreen />,
  session: <SessionScreen />,
  compare: <CompareScreen />,
  storage: <StorageScreen />,
  library: <Library />,
}
