import { closeDialog } from '../state/ui-actions'
import { Dialog, DialogPart } from '../ui/dialog'
import { keyText } from '../ui/kbd'
import { KEY_MAP } from './key-map'
import styles from './keys-dialog.module.css'

/** Lists every key. */
export function KeysDialog() {
  return (
    <Dialog title="Keyboard" onClose={closeDialog} className={styles.wide}>
      <DialogPart className={styles.groups}>
        {KEY_MAP.map((group) => (
          <section key={group.title}>
            <h3 className={styles.title}>{group.title}</h3>
            <dl className={styles.keys}>
              {group.keys.map(([keys, what]) => (
                <div key={keys}>
                  <dt>
                    <kbd>{keyText(keys)}</kbd>
                  </dt>
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
