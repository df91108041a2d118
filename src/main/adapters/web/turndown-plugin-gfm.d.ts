declare module '@joplin/turndown-plugin-gfm' {
  import type TurndownService from 'turndown'

  /** Tables, struck text and lists of tasks. */
  export const gfm: TurndownService.Plugin
}
