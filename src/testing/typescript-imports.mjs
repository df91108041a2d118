// For test processes that Node runs straight from the sources (`node --import <this> file.ts`): finds imports without an extension, and JSON.
import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'

registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('.') && context.parentURL) {
      const file = new URL(`${specifier}.ts`, context.parentURL)
      if (existsSync(file)) return next(file.href, context)
    }
    // What bundlers allow without it, Node wants said.
    if (specifier.endsWith('.json')) return { ...next(specifier, context), importAttributes: { type: 'json' } }
    return next(specifier, context)
  },
})
