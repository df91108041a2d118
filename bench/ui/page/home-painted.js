// Runs in the page before its own scripts: `tineHomePainted` resolves with the time of day, in milliseconds, at which sessions of Home
// were on screen.
window.tineHomePainted = new Promise((resolve) => {
  const look = () => {
    if (!document.querySelector('a h3, a h2, a h4')) requestAnimationFrame(look)
    // The frame after the one in which something is found begins once it was painted.
    else requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()))
  }
  requestAnimationFrame(look)
})
