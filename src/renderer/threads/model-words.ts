// The name of a model as a person says it.

/** `Opus 5.5` for `claude-opus-5-5`; any other name as the server spells it. */
export function modelWords(model: string): string {
  const match = /^claude-([a-z]+)-(\d+)(?:-(\d{1,2}))?(?:-\d{6,})?$/.exec(model)
  if (!match?.[1]) return model
  const name = match[1].charAt(0).toUpperCase() + match[1].slice(1)
  return `${name} ${match[2]}${match[3] ? `.${match[3]}` : ''}`
}

/** `Opus 5.5 · effort high`; without effort where the model decides. */
export function modelAndEffort(thread: { model: string; effort?: string | null }): string {
  return thread.effort ? `${modelWords(thread.model)} · effort ${thread.effort}` : modelWords(thread.model)
}
