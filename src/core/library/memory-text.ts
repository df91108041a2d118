// How memory files are told to a model: in its prompt, or later as a reminder.

/** A memory file as it is told. */
export interface MemoryFile {
  /** As it is named: relative to the project, `~/…` in the home folder, absolute above the project. */
  path: string
  text: string
  /** The file that imports it; null: it is read by itself. */
  importedBy: string | null
}

/** The files as they stand in a system prompt; '' without any. */
export function memoryPrompt(files: readonly MemoryFile[]): string {
  return files.map(section).join('\n\n')
}

/** What is told when a file in a folder with notes of its own is read first. */
export function nestedReminder(files: readonly MemoryFile[]): string {
  return reminder(`Notes for the folders you have just read from:\n\n${memoryPrompt(files)}`)
}

export interface MemoryChange {
  path: string
  /** What it says now, or a patch of that; null: it is gone. */
  now: { patch: string } | { text: string } | null
}

/** What is told when files a model was told of have changed since. */
export function changeReminder(changes: readonly MemoryChange[]): string {
  const parts = changes.map(({ path, now }) => {
    if (now === null) return `${path} is gone; what it said does not count any more.`
    return 'patch' in now ? `${path} has changed:\n${now.patch}` : `${path} now says:\n${now.text}`
  })
  return reminder(
    `Notes of the project and the person have changed since you were told of them.\n\n${parts.join('\n\n')}`,
  )
}

function section({ path, text, importedBy }: MemoryFile): string {
  return `From ${path}${importedBy === null ? '' : ` (imported by ${importedBy})`}:\n${text}`
}

/** No file ends the element it stands in, or poses as another one. */
function reminder(text: string): string {
  const inner = text.replaceAll(/<(\/?)(system-reminder|task-notification)/gi, '&lt;$1$2')
  return `<system-reminder>\n${inner}\n</system-reminder>`
}
