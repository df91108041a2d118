// On what terms the text of a file runs.

/** What a file says may run, its content approved by a person: nobody is asked about the rest. */
export interface FileTerms {
  /** Its rules, as written in `allowed-tools`. */
  rules: readonly string[]
  /** The file, as a person names it. */
  source: string
  /** Whether nothing but those rules allows anything. */
  only: boolean
}
