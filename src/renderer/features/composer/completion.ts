/** One way to complete what is being written. */
export interface Completion {
  key: string
  label: string
  hint: string
  /** What is then written, all of it, and where the caret stands. */
  text: string
  caret: number
}
