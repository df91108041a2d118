import { keysFor } from '../keyboard/bindings'
import { FIXED_KEYS, KEY_ACTIONS, KEY_PLACES } from '../keyboard/key-actions'
import { useChosenKeys } from '../keyboard/use-keys'
import { closeDialog, goTo } from '../state/ui-actions'
import { Button } from '../ui/button'
import { Dialog, DialogPart } from '../ui/dialog'
import { keyText } from '../ui/kbd'
import styles from './keys-dialog.module.css'

/** Lists every key, as it is now. */
export function KeysDialog() {
  const chosen = useChosenKeys()
  const groups = KEY_PLACES.map(({ place, title }) => ({
    title,
    keys: [
      ...KEY_ACTIONS.filter((action) => action.place === place).map(
        ({ id, what }) => [keysFor(id, chosen)[0] ?? null, what] as const,
      ),
      ...FIXED_KEYS[place],
    ],
  }))
  return (
    <Dialog
      title="Keyboard"
      onClose={closeDialog}
      className={styles.wide}
      footer={
        <>
          <span className="grow" />
          <Button onClick={() => goTo({ screen: 'settings' })}>Change keys</Button>
        </>
      }
    >
      <DialogPart className={styles.groups}>
        {[...groups, { title: 'In the message', keys: FIXED_KEYS.message }].map(({ title, keys }) => (
          <section key={title}>
            <h3 className={styles.title}>{title}</h3>
            <dl className={styles.keys}>
              {keys.map(([shown, what]) => (
                <div key={what}>
                  <dt>{shown === null ? <span className={styles.none}>no key</span> : <kbd>{keyText(shown)}</kbd>}</dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </DialogPart>
    </Dialog>
  )
}
