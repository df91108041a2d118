// What the system prompt says about the place it is rendered in; read once, then frozen.

export interface PlaceFacts {
  platform: string
  /** The day the session began, as YYYY-MM-DD. */
  today: string
  isGit: boolean
  branch: string | null
  /** The text of the project's and the person's memory files; '' without any. */
  memory: string
}

export interface PromptFacts {
  read(folder: string): Promise<PlaceFacts>
}
