import { useState } from 'react'
import { useApp } from '../../state/store'
import { Badge } from '../../ui/badge'
import { SelectField } from '../../ui/field'

interface NotifyFieldProps {
  label: string
  value: string
  changed: boolean
  choices: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** Whether the system tells of questions. A browser is asked for its permission only here, by the person's own choice. */
export function NotifyField({ label, value, changed, choices, onChange }: NotifyFieldProps) {
  const browser = useApp(({ view }) => view.info?.door !== 'electron')
  const [permission, setPermission] = useState(permissionNow)
  const choose = async (next: string) => {
    onChange(next)
    if (next === 'always' && browser && permissionNow() === 'default')
      setPermission(await Notification.requestPermission())
  }
  const asksBrowser = value === 'always' && browser
  return (
    <SelectField
      label={label}
      value={value}
      choices={choices}
      hint={asksBrowser && permission === 'granted' ? 'This browser allows it.' : HINT}
      problem={asksBrowser ? PROBLEMS[permission] : null}
      aside={changed && <Badge tone="wait">not saved</Badge>}
      onChange={(event) => void choose(event.target.value)}
    />
  )
}

const HINT = 'Which fork asks for which tool; never a command, a path or a text.'

const PROBLEMS: Record<NotificationPermission | 'none', string | null> = {
  granted: null,
  default: 'The browser has not been asked yet: choose this again and allow it there.',
  denied: 'This browser refuses notifications of this page. Allow them in its own settings.',
  none: 'This browser has no notifications.',
}

function permissionNow(): NotificationPermission | 'none' {
  return 'Notification' in globalThis ? Notification.permission : 'none'
}
