// The files in what was dropped or pasted.
import type { GivenFile } from './attach-files'

/** Whether something that is dragged holds files. */
export function holdsFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false
}

/** The files of a drop; a folder is told apart, since its bytes cannot be read. */
export function droppedFiles(transfer: DataTransfer): GivenFile[] {
  return [...transfer.items].flatMap((item) => {
    const file = item.kind === 'file' ? item.getAsFile() : null
    return file ? [{ file, isFolder: item.webkitGetAsEntry()?.isDirectory === true }] : []
  })
}

/**
 * The files that were pasted. Text that comes with a picture of itself is text: a table of a spreadsheet, for example; the name
 * that comes with a file is none.
 */
export function pastedFiles(transfer: DataTransfer): GivenFile[] {
  const files = [...transfer.files]
  const text = transfer.getData('text/plain').trim()
  const onlyNames = files.every(({ name }) => text.includes(name))
  return text === '' || onlyNames ? files.map((file) => ({ file, isFolder: false })) : []
}
