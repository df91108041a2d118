// Keys a person chose: by action, what is pressed. An action that is not listed has the keys it was made with.
import { z } from 'zod'

const MAX_ACTIONS = 100

/** As `Mod+Shift+K`, `F6`, `[`: which of them can be used is the window's to say. */
const keys = z.string().regex(/^(Mod\+)?(Alt\+)?(Shift\+)?\S{1,12}$/, 'keys such as Mod+Shift+K are expected')

export const keyBindings = z
  .record(z.string().regex(/^[a-z][a-z-]{0,39}$/, 'the name of an action is expected'), z.array(keys).max(3))
  .refine((bindings) => Object.keys(bindings).length <= MAX_ACTIONS, `at most ${MAX_ACTIONS} actions`)
export type KeyBindings = z.infer<typeof keyBindings>
