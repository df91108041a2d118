// Builds main, preload and renderer into out/; with TINE_BUILD_TARGET=electron25 into out-test/ for the Electron the tests run.
import { copyFile, glob, mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'

const root = import.meta.dirname
const forTests = process.env.TINE_BUILD_TARGET === 'electron25'
const outDir = join(root, forTests ? 'out-test' : 'out')
const nodeTarget = forTests ? 'node18' : 'node24'
const chromeTarget = forTests ? 'chrome114' : 'chrome140'

/** Loaded by path at run time, so they lie beside the bundle. */
const wasmFiles = ['web-tree-sitter/web-tree-sitter.wasm', 'tree-sitter-bash/tree-sitter-bash.wasm']

/** Doors, the argument parser the launcher shares with them, and every `*-worker.ts`: a worker thread needs a file of its own. */
const mainEntries: Record<string, string> = {
  index: join(root, 'src/main/index.ts'),
  serve: join(root, 'src/main/serve.ts'),
  print: join(root, 'src/main/print.ts'),
  'parse-arguments': join(root, 'src/main/host/parse-arguments.ts'),
}
for await (const file of glob('src/main/**/*-worker.ts', { cwd: root })) {
  mainEntries[basename(file, '.ts')] = join(root, file)
}

function copyWasm(): Plugin {
  return {
    name: 'tine:copy-wasm',
    async writeBundle() {
      await mkdir(join(outDir, 'main'), { recursive: true })
      for (const file of wasmFiles)
        await copyFile(join(root, 'node_modules', file), join(outDir, 'main', basename(file)))
    },
  }
}

/** The page of the tests' Electron begins with what its Chrome lacks; the page people get does not. */
function fillInPage(): Plugin {
  const fillIn = join(root, 'e2e/support/electron-25/fill-in-language.cjs')
  const entry = join(root, 'src/renderer/main.tsx')
  return {
    name: 'tine:fill-in-page',
    transform: (code, id) => (id === entry ? `import ${JSON.stringify(fillIn)}\n${code}` : null),
  }
}

/** CommonJS throughout: the Electron of the tests knows no ES modules in its main process, and a sandboxed preload never does. */
function commonJs(name: string) {
  return { format: 'cjs' as const, entryFileNames: name, chunkFileNames: '[name]-[hash].cjs' }
}

export default defineConfig({
  main: {
    plugins: [copyWasm()],
    build: {
      outDir: join(outDir, 'main'),
      target: nodeTarget,
      sourcemap: true,
      externalizeDeps: false,
      rolldownOptions: {
        input: mainEntries,
        external: ['better-sqlite3', 'sharp'],
        output: commonJs('[name].cjs'),
        // web-tree-sitter carries a branch with eval for a kind of module we do not load.
        checks: { eval: false },
      },
    },
  },
  preload: {
    build: {
      outDir: join(outDir, 'preload'),
      target: nodeTarget,
      externalizeDeps: false,
      rolldownOptions: { input: join(root, 'src/preload/index.ts'), output: commonJs('index.cjs') },
    },
  },
  renderer: {
    root: join(root, 'src/renderer'),
    plugins: forTests ? [react(), fillInPage()] : [react()],
    worker: { format: 'es' },
    build: {
      outDir: join(outDir, 'renderer'),
      target: chromeTarget,
      minify: true,
      rolldownOptions: { input: join(root, 'src/renderer/index.html') },
    },
  },
})
