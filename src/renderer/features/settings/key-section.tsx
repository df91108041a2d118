import type { SettingsView } from '../../../shared/domain/settings'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { asksForKeyAgain, keyBadge, keyPlaceWords, keySourceWords } from './key-words'
import { SettingControl } from './setting-control'
import { PROVIDER_FIELDS } from './setting-fields'
import { shownValue } from './settings-draft'
import styles from './settings-screen.module.css'
import type { SettingsForm } from './use-settings-form'

/** The key and the server it belongs to. */
export function KeySection({ settings, form }: { settings: SettingsView; form: SettingsForm }) {
  const [baseUrlField] = PROVIDER_FIELDS
  const baseUrl = baseUrlField ? (form.draft[baseUrlField.name] ?? shownValue(baseUrlField, settings)) : ''
  const again = asksForKeyAgain(settings, baseUrl) && form.apiKey === ''
  const inDemo = settings.apiKeySource === 'demo'
  const mayForget = settings.apiKeySource === 'vault' || settings.apiKeySource === 'memory'
  return (
    <section className={styles.section} aria-labelledby="settings-provider">
      <h2 id="settings-provider">Provider</h2>
      <div className={styles.fields}>
        <p className={styles.wide}>
          <Badge tone={settings.hasApiKey && !inDemo ? 'ok' : 'quiet'}>{keyBadge(settings)}</Badge>{' '}
          {keySourceWords(settings)}{' '}
          {mayForget && (
            <Button small tone="danger" disabled={form.busy} onClick={() => void form.forgetKey()}>
              Forget the key
            </Button>
          )}
        </p>
        <TextField
          label="API key"
          type="password"
          value={form.apiKey}
          placeholder={settings.hasApiKey && !inDemo ? 'A new key replaces it' : 'sk-ant-…'}
          hint={keyPlaceWords(settings.apiKeyPersists)}
          problem={
            form.refused.apiKey ??
            (again ? 'The stored key belongs to the other server. Enter the one for this.' : null)
          }
          aside={form.apiKey !== '' && <Badge tone="wait">not saved</Badge>}
          onChange={(event) => form.typeKey(event.target.value)}
        />
        {PROVIDER_FIELDS.map((field) => (
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
  )
}
