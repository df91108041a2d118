// Fields that several tools take.
import { z } from 'zod'

/** A system call ends a path at NUL, so what is behind it would silently be dropped. */
const PATH = /^[^\0]+$/

export function pathField(description: string) {
  return z
    .string()
    .max(4096)
    .refine((path) => PATH.test(path), 'expected a path: not empty, without NUL')
    .describe(description)
}
