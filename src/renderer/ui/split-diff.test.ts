import { describe, expect, it } from 'vitest'
import { splitDiff } from './split-diff'

/** What git 2.39 wrote for a changed, a binary, a deleted, a quoted, a mode-only and a renamed file. */
const diff = String.raw`diff --git a/a.txt b/a.txt
index 814f4a4..ff9c634 100644
--- a/a.txt
+++ b/a.txt
@@ -1,2 +1,2 @@
 one
-two
+diff --git a/x b/x
diff --git a/bin b/bin
index 8352675..d0c3599 100644
Binary files a/bin and b/bin differ
diff --git a/gone.txt b/gone.txt
deleted file mode 100644
index 587be6b..0000000
--- a/gone.txt
+++ /dev/null
@@ -1 +0,0 @@
-x
diff --git "a/gr\303\274\303\237e \"1\".txt" "b/gr\303\274\303\237e \"1\".txt"
new file mode 100644
index 0000000..3e75765
--- /dev/null
+++ "b/gr\303\274\303\237e \"1\".txt"	
@@ -0,0 +1 @@
+new
diff --git a/mode.sh b/mode.sh
old mode 100644
new mode 100755
diff --git a/old name.txt b/new name.txt
similarity index 100%
rename from old name.txt
rename to new name.txt
`

describe('splitDiff on what git writes', () => {
  it('finds each file by its path now, also with spaces, quotes and umlauts', () => {
    const paths = splitDiff(diff).files.map((file) => file.path)
    expect(paths.sort()).toEqual(['a.txt', 'bin', 'gone.txt', 'grüße "1".txt', 'mode.sh', 'new name.txt'])
  })

  it('marks binary files and loses no text', () => {
    const { files } = splitDiff(diff)
    expect(files.filter((file) => file.binary).map((file) => file.path)).toEqual(['bin'])
    expect(files.map((file) => file.text).join('')).toBe(diff)
  })

  it('takes a line of content that looks like a header for content', () => {
    const file = splitDiff(diff).files.find((one) => one.path === 'a.txt')
    expect(file?.text).toContain('+diff --git a/x b/x')
  })
})

describe('splitDiff', () => {
  it('of nothing is no file', () => {
    expect(splitDiff('')).toEqual({ files: [], cut: false })
  })

  it('sees the mark of a cut', () => {
    const long = `diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n${'+line\n'.repeat(200_000)}`
    expect(splitDiff(long).cut).toBe(false)
    expect(splitDiff(`${long}[cut after 1 MB]\n`).cut).toBe(true)
  })
})
