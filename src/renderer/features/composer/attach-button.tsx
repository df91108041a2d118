import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../../ui/button'
import type { GivenFile } from './attach-files'

/** Chooses files to attach, with the dialog of the system. */
export function AttachButton({ disabled, onGiven }: { disabled: boolean; onGiven: (given: GivenFile[]) => void }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton
        small
        label="Attach files"
        title="Attach pictures, PDFs or text files; they can be pasted and dropped here as well"
        icon={<Paperclip size={14} />}
        disabled={disabled}
        onClick={() => field.current?.click()}
      />
      <input
        ref={field}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={(event) => {
          onGiven([...(event.target.files ?? [])].map((file) => ({ file, isFolder: false })))
          // The same file can be chosen again.
          event.target.value = ''
        }}
      />
    </>
  )
}
