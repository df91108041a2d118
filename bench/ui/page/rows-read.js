// Runs in the page before its own scripts: `tineRowsRead()` resolves when the timeline has rows and each has its words.
window.tineRowsRead = () =>
  new Promise((resolve) => {
    const look = () => {
      const rows = [...document.querySelectorAll('section[aria-label="Timeline"] [role="feed"] article')]
      if (rows.length > 0 && rows.every((row) => row.querySelector('h3, h4')?.textContent)) resolve()
      else requestAnimationFrame(look)
    }
    look()
  })
