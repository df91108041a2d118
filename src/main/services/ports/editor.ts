// The person's own editor, as the services see it.

export interface EditorCall {
  /** Program and arguments as the person set them; `{folder}` and `{file}` stand for what is opened. */
  command: readonly string[]
  /** A real path. */
  folder: string
  /** A real path; null to open the folder. */
  file: string | null
}

export interface Editor {
  /**
   * Starts it and does not wait for its end: it outlives the app.
   *
   * @throws FailureError `invalid_input` when it cannot be started
   */
  open(call: EditorCall): Promise<void>
}
