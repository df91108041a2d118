// The arrows of the tree, as docs/decisions and AGENTS.md draw them: shared <- core <- main/services -> main/store; adapters implement the
// services' ports; host composes; doors sit on host and transport; the renderer knows only shared.

/** Tests may reach for fixtures and temporary folders; the arrows bind what is shipped. */
const tests = '\\.test\\.tsx?$'

/** What lives in `from` may import, of our own source, only what `allowed` matches. */
function only(name, from, allowed, comment) {
  return {
    name,
    comment,
    severity: 'error',
    from: { path: from, pathNot: tests },
    to: { path: '^src/', pathNot: allowed },
  }
}

/** The npm package belongs to the folders `home` matches. */
function packageOnlyIn(name, dependency, home) {
  return {
    name,
    comment: `${dependency} stays behind one wall, so that it can be exchanged there.`,
    severity: 'error',
    from: { path: '^src/', pathNot: [home, tests] },
    to: { path: `(^|node_modules/)${dependency}(/|$)` },
  }
}

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'The tree is the diagram: it has no way back.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'An import nobody can follow escapes every other rule.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },

    only('shared-stands-alone', '^src/shared/', '^src/shared/', 'The vocabulary of both processes depends on neither.'),
    only(
      'core-knows-only-shared',
      '^src/core/',
      ['^src/core/', '^src/shared/'],
      'Decisions are pure; they know no host.',
    ),
    only(
      'store-is-only-sql',
      '^src/main/store/',
      ['^src/main/store/', '^src/core/', '^src/shared/'],
      'The store is below the services and knows none of them.',
    ),
    only(
      'services-use-ports-and-store',
      '^src/main/services/',
      ['^src/main/(services|store)/', '^src/core/', '^src/shared/'],
      'Services speak to the outside through ports, never to an adapter or a door.',
    ),
    only(
      'adapters-implement-ports',
      '^src/main/adapters/',
      ['^src/main/adapters/', '^src/main/services/ports(/|[^/]*\\.ts$)', '^src/core/', '^src/shared/'],
      'An adapter knows the port it fills and nothing above it.',
    ),
    only(
      'host-composes',
      '^src/main/host/',
      ['^src/main/(host|services|store|adapters)/', '^src/simulator/', '^src/core/', '^src/shared/'],
      'The host knows no door.',
    ),
    only(
      'transport-sits-on-host',
      '^src/main/transport/',
      ['^src/main/(transport|host)/', '^src/shared/'],
      'A transport carries frames to the host; it decides nothing.',
    ),
    only(
      'shell-sits-on-host-and-transport',
      '^src/main/electron/',
      ['^src/main/(electron|transport|host)/', '^src/main/services/ports(/|[^/]*\\.ts$)', '^src/shared/'],
      'The Electron shell is a door like any other.',
    ),
    only(
      'doors-sit-on-host-and-transport',
      '^src/main/((index|serve|print)\\.ts$|print/)',
      ['^src/main/(electron|transport|host|print)/', '^src/shared/'],
      'An entry starts a door and holds no logic of the host.',
    ),
    only(
      'preload-forwards-one-port',
      '^src/preload/',
      ['^src/preload/', '^src/shared/'],
      'The preload script knows nothing of either side.',
    ),
    only(
      'renderer-knows-only-shared',
      '^src/renderer/',
      ['^src/renderer/', '^src/shared/'],
      'The page reaches the host through frames only.',
    ),
    only(
      'simulator-stands-alone',
      '^src/simulator/',
      '^src/simulator/',
      'A simulator that used our code would agree with our mistakes.',
    ),

    {
      name: 'electron-only-in-the-shell',
      comment: 'One host, many doors: everything else runs in plain Node.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(main/index\\.ts$|main/electron/|preload/)' },
      to: { path: '(^|node_modules/)electron(/|$)' },
    },
    packageOnlyIn('sqlite-only-in-the-store', 'better-sqlite3', '^src/main/store/'),
    packageOnlyIn('sdk-only-in-adapters', '@anthropic-ai/sdk', '^src/main/adapters/'),
    packageOnlyIn('mcp-only-in-its-adapter', '@modelcontextprotocol/sdk', '^src/(main/adapters/mcp|testing)/'),
    packageOnlyIn('ws-only-in-transport', 'ws', '^src/main/transport/'),
    packageOnlyIn('sharp-only-where-pictures-are', 'sharp', '^src/(main/adapters/pictures|testing)/'),
    {
      name: 'shared-imports-only-zod',
      comment: 'Both processes carry every byte of it.',
      severity: 'error',
      from: { path: '^src/shared/', pathNot: tests },
      to: { path: 'node_modules/', pathNot: 'node_modules/zod/' },
    },
    {
      name: 'core-imports-no-package',
      comment: 'The pure middle is ours to the last line.',
      severity: 'error',
      from: { path: '^src/core/', pathNot: tests },
      to: { path: 'node_modules/' },
    },
    {
      name: 'no-node-where-it-is-pure-or-a-page',
      comment: 'Shared, core and the page run without Node.',
      severity: 'error',
      from: { path: '^src/(shared|core|renderer)/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },

    {
      name: 'features-do-not-know-each-other',
      comment: 'Two features that need the same thing have found a component, a selector or a domain function.',
      severity: 'error',
      from: { path: '^src/renderer/features/([^/]+)/', pathNot: tests },
      to: { path: '^src/renderer/features/', pathNot: '^src/renderer/features/$1/' },
    },
    {
      name: 'ui-knows-no-domain',
      comment: 'Buttons, menus and lists do not know what a fork is.',
      severity: 'error',
      from: { path: '^src/renderer/ui/', pathNot: tests },
      to: { path: '^src/(shared|renderer/(app|client|state|features))/' },
    },
    {
      name: 'state-and-client-know-no-features',
      comment: 'The view is a projection of events; screens read it, not the other way round.',
      severity: 'error',
      from: { path: '^src/renderer/(state|client)/', pathNot: tests },
      to: { path: '^src/renderer/(app|features|ui)/' },
    },
    {
      name: 'testing-is-never-shipped',
      comment: 'Fakes and builders are for tests.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/testing/', tests] },
      to: { path: '^src/testing/' },
    },
    {
      name: 'no-test-imports-a-test',
      comment: 'What two tests need lives in src/testing.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: tests },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.module\\.css$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
}
