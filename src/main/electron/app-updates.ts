// Owns the way from this app to its updater: what kind of package it is, and where that says its updates lie.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import type { Updates } from '../services/ports/updates'
import { createUpdates, type Updater } from './updates'

/** The updates of the running app; none in development, as a package of the system, and where the package names no place. */
export function appUpdates(): Updates {
  const machine = {
    packaged: app.isPackaged,
    platform: process.platform,
    env: process.env,
    hasFeed: app.isPackaged && existsSync(join(process.resourcesPath, 'app-update.yml')),
  }
  return createUpdates(machine, { after }, loadUpdater)
}

/** It keeps no app from ending. */
function after(ms: number, action: () => void): () => void {
  const timer = setTimeout(action, ms).unref()
  return () => clearTimeout(timer)
}

async function loadUpdater(): Promise<Updater> {
  const { autoUpdater } = await import('electron-updater')
  return autoUpdater
}
