import { editableText, editsCommand } from '../../transcript/edited-input'
import { InputChanges } from '../../transcript/input-changes'
import { TextAreaField } from '../../ui/field'
import styles from './input-editor.module.css'
import { useFieldFocus } from './use-field-focus'

interface InputEditorProps {
  tool: string
  input: unknown
  text: string
  problem: string | null
  onChange: (text: string) => void
}

/** The input of a call, to be changed before it is allowed; what was changed is shown beneath. */
export function InputEditor({ tool, input, text, problem, onChange }: InputEditorProps) {
  const field = useFieldFocus<HTMLTextAreaElement>()
  const original = editableText(tool, input)
  return (
    <div className={styles.editor}>
      <TextAreaField
        ref={field}
        label={editsCommand(tool, input) ? 'Command' : 'Input as JSON'}
        className={styles.field}
        rows={Math.min(14, Math.max(2, text.split('\n').length))}
        spellCheck={false}
        value={text}
        problem={problem}
        onChange={(event) => onChange(event.target.value)}
      />
      {text !== original && <InputChanges before={original} after={text} words="What you changed" />}
    </div>
  )
}
