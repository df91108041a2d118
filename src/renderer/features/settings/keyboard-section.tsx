import { useRef } from 'react'
import { actionsOf, isBrowsersOwn, keysFor } from '../../keyboard/bindings'
import { KEY_PLACES, type KeyAction } from '../../keyboard/key-actions'
import { useApp } from '../../state/store'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { keyText } from '../../ui/kbd'
import styles from './keyboard-section.module.css'
import screen from './settings-screen.module.css'
import { type KeySettings, useKeySettings } from './use-key-settings'

/** Every action with its keys, to be changed one by one. Each change holds at once. */
export function KeyboardSection() {
  const settings = useKeySettings()
  const changed = Object.keys(settings.chosen).length > 0
  return (
    <section className={screen.section} aria-label="Keyboard">
      <h2>Keyboard</h2>
      <p className={styles.about}>
        Enter, Escape, Tab, Space and the arrows stay as they are. Single letters work outside of texts.{' '}
        <Button small disabled={!changed} onClick={settings.resetAll}>
          Reset all keys
        </Button>
      </p>
      <div className={styles.places}>
        {KEY_PLACES.map(({ place, title }) => (
          <section key={place} aria-label={title}>
            <h3 className={styles.place}>{title}</h3>
            <ul>
              {actionsOf(place).map((action) => (
                <KeyRow key={action.id} action={action} settings={settings} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  )
}

function KeyRow({ action, settings }: { action: KeyAction; settings: KeySettings }) {
  const { id, what } = action
  const change = useRef<HTMLButtonElement>(null)
  const browser = useApp(({ view }) => view.info?.door !== 'electron')
  const keys = keysFor(id, settings.chosen)
  const recording = settings.recordingId === id
  const conflict = settings.conflict?.id === id ? settings.conflict : null
  const problem = settings.problem?.id === id ? settings.problem.text : null
  const inBrowser = browser && keys.some(isBrowsersOwn)
  const backToButton = (act: () => void) => () => {
    change.current?.focus()
    act()
  }
  return (
    <li className={styles.row} data-recording={recording || undefined}>
      <span className={styles.what}>{what}</span>
      <span className={styles.keys}>
        {keys.map((each) => (
          <kbd key={each}>{keyText(each)}</kbd>
        ))}
        {keys.length === 0 && <span className={styles.none}>no key</span>}
        {settings.chosen[id] !== undefined && <Badge tone="quiet">yours</Badge>}
      </span>
      <span className={styles.actions}>
        {settings.chosen[id] !== undefined && !recording && (
          <Button small tone="ghost" aria-label={`Reset ${what}`} onClick={backToButton(() => void settings.reset(id))}>
            Reset
          </Button>
        )}
        <Button
          ref={change}
          small
          aria-label={`Change the keys for ${what}`}
          aria-pressed={recording}
          onClick={() => settings.record(id)}
        >
          {recording ? 'Press keys' : 'Change'}
        </Button>
      </span>
      <p className={styles.note} role="status">
        {recording && !problem && 'Press the new keys. Delete takes the key away, Escape leaves it as it is.'}
        {problem && <span className={styles.problem}>{problem}</span>}
        {inBrowser && !recording && 'A browser may keep these keys for itself.'}
      </p>
      {conflict && (
        <p className={styles.note} role="alert">
          <kbd>{keyText(conflict.keys)}</kbd> is “{conflict.others.map((other) => other.what).join('”, “')}”.{' '}
          <Button small onClick={backToButton(settings.takeOver)}>
            Take it over
          </Button>{' '}
          <Button small tone="ghost" onClick={backToButton(settings.dismiss)}>
            Leave it
          </Button>
        </p>
      )}
    </li>
  )
}
