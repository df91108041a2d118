// Loaded into the app's process before the app (`--import`, with `--expose-gc`): answers how large the process is once everything that
// nobody needs any more is gone.
process.on('message', (ask) => {
  if (ask !== 'memory') return
  gc()
  const { rss, heapUsed, external } = process.memoryUsage()
  process.send({ rss, heap: heapUsed, external })
})
