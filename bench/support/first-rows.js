// Runs in the page before its own scripts: `tineBench` resolves with the milliseconds from the first click until rows, and their words,
// were on screen.
addEventListener(
  'click',
  (event) => {
    window.tineBench = Promise.all([painted(hasRows), painted(hasWords)]).then(([rowsMs, wordsMs]) => ({
      rowsMs,
      wordsMs,
    }))

    function articles() {
      return [...document.querySelectorAll('section[aria-label="Timeline"] [role="feed"] article')]
    }
    function hasRows() {
      return articles().length > 0
    }
    function hasWords() {
      return hasRows() && articles().every((article) => article.querySelector('h3, h4')?.textContent !== '')
    }
    /** The frame after the one in which something is found begins once it was painted. */
    function painted(isThere) {
      return new Promise((resolve) => {
        const look = () => {
          if (!isThere()) requestAnimationFrame(look)
          else requestAnimationFrame(() => resolve(performance.now() - event.timeStamp))
        }
        look()
      })
    }
  },
  { capture: true, once: true },
)
