// The environment may name another build of SQLite's binding, for a runtime the packaged ones do not serve.

/** The options every connection is opened with. */
export function connectionOptions(): { nativeBinding?: string } {
  const nativeBinding = process.env.TINE_SQLITE_BINDING
  return nativeBinding ? { nativeBinding } : {}
}
