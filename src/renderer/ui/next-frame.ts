// Everything that changes the page by itself comes together in one callback of each frame, so that React draws it once.

let waiting: (() => void)[] = []

/** Runs `work` with the next frame, together with all else that waits for it; soon when the window is hidden and has no frames. */
export function nextFrame(work: () => void) {
  waiting.push(work)
  if (waiting.length > 1) return
  // What a hidden window shows must be true when it is looked at again.
  if (document.visibilityState === 'hidden') setTimeout(runAll, 250)
  else requestAnimationFrame(runAll)
}

function runAll() {
  const all = waiting
  waiting = []
  for (const work of all) work()
}
