// Electron's entry: the desktop door.
import { homedir } from 'node:os'
import { app } from 'electron'
import { appUpdates } from './electron/app-updates'
import { ownArguments } from './electron/command-line'
import { runShell } from './electron/shell'
import { createHost } from './host/create-host'
import { createDoorLog } from './host/door-log'
import { hostConfig } from './host/host-config'
import { parseArguments } from './host/parse-arguments'

const EXIT_USAGE = 2

const invocation = parseArguments(ownArguments(process.argv, app.isPackaged))
if (invocation.door === 'desktop') {
  const bundle = import.meta.dirname
  const machine = { platform: process.platform, env: process.env, home: homedir(), bundle }
  const config = hostConfig('electron', invocation, machine)
  void runShell({
    dataDir: config.dataDir,
    bundle,
    link: invocation.link,
    log: createDoorLog(config),
    openHost: (vault) => createHost({ ...config, vault: vault ?? config.vault, updates: appUpdates() }),
  })
} else {
  const wrong = invocation.door === 'wrong' ? invocation.message : `${invocation.door} is not for the desktop app`
  process.stderr.write(`tine: ${wrong}\n`)
  app.exit(EXIT_USAGE)
}
