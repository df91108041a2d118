// Runs in the page before its own scripts: `tinePressedAt` is the time of day, in milliseconds, of the last click.
addEventListener(
  'click',
  (event) => {
    window.tinePressedAt = performance.timeOrigin + event.timeStamp
  },
  { capture: true },
)
