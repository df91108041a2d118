// Runs in the page before its own scripts: `tineWatch(live)` counts what React does and what moves until `tineWatched()` is called. It
// stands where React looks for its developer tools; the app itself knows nothing of it.
const PERFORMED_WORK = 1
const FUNCTIONS = new Set([0, 11, 15])
const HOST = 5

let watch = null

window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
  supportsFiber: true,
  isDisabled: false,
  renderers: new Map(),
  inject: () => 1,
  onCommitFiberRoot: (_, root) => {
    if (!watch) return
    watch.commits += 1
    rendered(root.current)
  },
  onCommitFiberUnmount: () => undefined,
  onPostCommitFiberRoot: () => undefined,
  checkDCE: () => undefined,
}

/** Walks what a commit touched: a child that is the same as before was left alone, with all that is below it. */
function rendered(fiber) {
  const before = fiber.alternate
  if (!before) return
  if (FUNCTIONS.has(fiber.tag) && fiber.flags & PERFORMED_WORK) {
    watch.renders += 1
    note(fiber)
  }
  if (fiber.child === before.child) return
  for (let child = fiber.child; child; child = child.sibling) rendered(child)
}

/** A row is settled when neither its turn nor its thread streams, and of a conversation every row but the last. */
function note(fiber) {
  let host = fiber.return
  while (host && !(host.tag === HOST && host.memoizedProps['data-index'] !== undefined)) host = host.return
  if (!host) return
  const element = host.stateNode
  const id = element.querySelector('[data-row]')?.dataset.row
  const isLast = element === element.parentElement.lastElementChild
  const settled = element.closest('[role="log"]') ? !isLast : id !== undefined && !watch.live.has(id)
  if (!settled) return
  watch.settled += 1
  const name = `${element.textContent.slice(0, 40)}: ${fiber.type.name || fiber.type.displayName || String(fiber.type).slice(0, 120)}`
  watch.names[name] = (watch.names[name] ?? 0) + 1
}

const observe = (type, more, take) =>
  new PerformanceObserver((list) => {
    if (watch) for (const entry of list.getEntries()) take(entry)
  }).observe({ type, ...more })
observe('longtask', {}, ({ duration }) => watch.tasks.push(duration))
observe('event', { durationThreshold: 16 }, ({ name, duration }) => {
  if (name === 'keydown') watch.keys.push(duration)
})
observe('layout-shift', {}, ({ value, sources }) => {
  const read = document.querySelector('[role="feed"]')
  const moved = sources.filter(({ node }) => read.contains(node))
  if (moved.length === 0) return
  watch.shift += value
  for (const { node, previousRect, currentRect } of moved) watch.shifted.push(wordsFor(node, previousRect, currentRect))
})

/** Which node moved from where to where, for whoever looks for the cause. */
function wordsFor(node, from, to) {
  const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(',')
  const element = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement
  return `${element.className} “${node.textContent.slice(0, 40)}” ${place(from)} → ${place(to)}`
}

/** The tops of the rows in view, by their place in the list. */
function tops() {
  const feed = document.querySelector('[role="feed"]')
  const { top, bottom } = feed.getBoundingClientRect()
  const rows = [...feed.querySelectorAll('[data-index]')].map((row) => [row.dataset.index, row.getBoundingClientRect()])
  return new Map(rows.flatMap(([index, box]) => (box.bottom > top && box.top < bottom ? [[index, box.top]] : [])))
}

window.tineWatch = (live) => {
  watch = {
    live: new Set(live),
    commits: 0,
    renders: 0,
    settled: 0,
    names: {},
    frames: [],
    tasks: [],
    keys: [],
    shift: 0,
    shifted: [],
    moved: 0,
  }
  const mine = watch
  let before = tops()
  const tick = () => {
    if (watch !== mine) return
    mine.frames.push(mine.commits)
    mine.commits = 0
    const now = tops()
    for (const [index, top] of now) mine.moved = Math.max(mine.moved, Math.abs(top - (before.get(index) ?? top)))
    before = now
    requestAnimationFrame(tick)
  }
  requestAnimationFrame(tick)
}

/** What was counted: commits of each frame, renders in settled rows, milliseconds of long tasks and from key to paint, pixels moved. */
window.tineWatched = () => {
  const { live: _, commits: __, ...counted } = watch
  watch = null
  return counted
}
