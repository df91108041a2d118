// Runs in the page before its own scripts: `tineSweep(step, place)` scrolls the timeline up to `place`, a share of its height, by `step`
// pixels in every frame, and looks at each frame as it will be painted.
window.tineSweep = (step, place) =>
  new Promise((resolve) => {
    const feed = document.querySelector('[role="feed"]')
    const frames = []
    let [rows, blank, last] = [0, 0, null]
    const tick = (now) => {
      if (last !== null) frames.push(now - last)
      last = now
      feed.scrollTop = Math.max(0, feed.scrollTop - step)
      look()
      if (feed.scrollTop > place * feed.scrollHeight) requestAnimationFrame(tick)
      else resolve({ frames, rows, blank })
    }
    requestAnimationFrame(tick)

    /** Rows in view that have no words; where there is no row at all, as many as would fit. */
    function look() {
      const { top, bottom } = feed.getBoundingClientRect()
      let covered = 0
      for (const row of feed.querySelectorAll('[data-index]')) {
        const box = row.getBoundingClientRect()
        const shown = Math.min(bottom, box.bottom) - Math.max(top, box.top)
        if (shown <= 1) continue
        covered += shown
        rows += 1
        if (!row.querySelector('h3, h4')?.textContent) blank += 1
      }
      // Below the last row is a margin that belongs to no row.
      const end = feed.scrollHeight - feed.scrollTop - feed.clientHeight
      const missing = bottom - top - covered - Math.max(0, 24 - end)
      if (missing > 2) blank += Math.ceil(missing / 76)
    }
  })
