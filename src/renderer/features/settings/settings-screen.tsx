import { ArrowLeft, HardDrive } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { SettingsView } from '../../../shared/domain/settings'
import { useApp } from '../../state/store'
import { goTo } from '../../state/ui-actions'
import { Button } from '../../ui/button'
import { Dialog, DialogPart } from '../../ui/dialog'
import { plural } from '../../ui/format-count'
import { ProblemNote } from '../../ui/problem-note'
import { KeySection } from './key-section'
import { KeyboardSection } from './keyboard-section'
import { PermissionSection } from './permission-section'
import { SettingControl } from './setting-control'
import { SETTING_SECTIONS } from './setting-fields'
import styles from './settings-screen.module.css'
import { updateWords } from './update-words'
import { useSettingsForm } from './use-settings-form'

/** All settings on one page; what is changed and not saved is marked and counted. */
export function SettingsScreen() {
  const settings = useApp(({ view }) => view.settings)
  return settings ? <SettingsPage settings={settings} /> : <main className={styles.screen} aria-busy="true" />
}

function SettingsPage({ settings }: { settings: SettingsView }) {
  const form = useSettingsForm(settings)
  const [leaving, setLeaving] = useState<(() => void) | null>(null)
  const info = useApp(({ view }) => view.info)
  const back = () => (history.length > 1 ? history.back() : goTo({ screen: 'home' }))
  const leave = (go: () => void) => (form.unsaved > 0 ? setLeaving(() => go) : go())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.unsaved > 0 && form.valid && !form.busy) void form.save()
  }
  return (
    <form className={styles.screen} onSubmit={submit}>
      <header className={styles.bar}>
        <Button tone="ghost" icon={<ArrowLeft />} onClick={() => leave(back)}>
          Back
        </Button>
        <h1>Settings</h1>
        <span className="grow" />
        <span className={styles.unsaved} role="status">
          {form.unsaved > 0 ? plural(form.unsaved, 'unsaved change') : 'All saved'}
        </span>
        <Button disabled={form.unsaved === 0 || form.busy} onClick={form.undo}>
          Undo
        </Button>
        <Button tone="primary" submit disabled={form.unsaved === 0 || !form.valid || form.busy}>
          Save
        </Button>
      </header>
      <main className={styles.main}>
        <div className={styles.page}>
          {form.problem && <ProblemNote>{form.problem}</ProblemNote>}
          <KeySection settings={settings} form={form} />
          {SETTING_SECTIONS.map((section) => (
            <section key={section.title} className={styles.section} aria-label={section.title}>
              <h2>{section.title}</h2>
              {section.title === 'Worktrees' && (
                <p className={styles.lead}>
                  What they take, and what was discarded:
                  <Button small icon={<HardDrive />} onClick={() => leave(() => goTo({ screen: 'storage' }))}>
                    Storage
                  </Button>
                </p>
              )}
              {section.title === 'Updates' && <p className={styles.lead}>{updateWords(settings.update)}</p>}
              <div className={styles.fields}>
                {section.fields.map((field) => (
                  <SettingControl
                    key={field.name}
                    field={field}
                    settings={settings}
                    draft={form.draft}
                    refused={form.refused[field.name] ?? null}
                    onChange={(text) => form.change(field, text)}
                  />
                ))}
              </div>
            </section>
          ))}
          <PermissionSection />
          <KeyboardSection />
          {info && (
            <p className={styles.about}>
              Tine {info.version} · data in <code>{info.dataDir}</code> · {info.git ? `git ${info.git}` : 'no git'}
            </p>
          )}
        </div>
      </main>
      {leaving && (
        <Dialog
          title={`Leave ${plural(form.unsaved, 'unsaved change')}?`}
          onClose={() => setLeaving(null)}
          footer={
            <>
              <span className="grow" />
              <Button tone="danger" onClick={leaving}>
                Leave them
              </Button>
              <Button tone="primary" data-first-focus onClick={() => setLeaving(null)}>
                Stay
              </Button>
            </>
          }
        >
          <DialogPart>They are lost when you go.</DialogPart>
        </Dialog>
      )}
    </form>
  )
}
