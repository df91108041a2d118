// Owns the menu bar: the system's own roles, since everything of Tine's is in its window.
import { app, Menu, type MenuItemConstructorOptions } from 'electron'

/** Sets the menu for all windows. Without one, copy and paste have no keys on macOS. */
export function setApplicationMenu(): void {
  const mac = process.platform === 'darwin'
  const view: MenuItemConstructorOptions[] = [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ]
  if (!app.isPackaged) view.push({ type: 'separator' }, { role: 'toggleDevTools' })
  const template: MenuItemConstructorOptions[] = [
    { role: 'fileMenu' },
    { role: 'editMenu' },
    { label: 'View', submenu: view },
    { role: 'windowMenu' },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(mac ? [{ role: 'appMenu' }, ...template] : template))
}
