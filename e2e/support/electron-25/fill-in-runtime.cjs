// What Node 24 has and the Node 18 of Electron 25 has not, as far as the app uses it. For tests only: users get a current Electron.
const buffer = require('node:buffer')
const crypto = require('node:crypto')
const events = require('node:events')
const fs = require('node:fs')
const workers = require('node:worker_threads')
const glob = require('./fill-in-glob.cjs')
const { fillIn } = require('./fill-in-language.cjs')

fillIn(globalThis, { File: buffer.File, crypto: crypto.webcrypto })
fillIn(fs, { globSync: glob.globSync })
fillIn(fs.promises, { glob: glob.glob })
fillIn(crypto, {
  hash: (algorithm, data, encoding = 'hex') => crypto.createHash(algorithm).update(data).digest(encoding),
})
fillIn(events, {
  addAbortListener(signal, listener) {
    if (signal.aborted) queueMicrotask(listener)
    else signal.addEventListener('abort', listener, { once: true })
    return { [Symbol.dispose]: () => signal.removeEventListener('abort', listener) }
  },
})
// A worker thread begins with a runtime of its own.
if (workers.isMainThread) {
  const { Worker } = workers
  workers.Worker = class extends Worker {
    constructor(file, options = {}) {
      super(file, { ...options, execArgv: [...(options.execArgv ?? []), '-r', __filename] })
    }
  }
}
