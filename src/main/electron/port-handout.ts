// Owns handing the page its one connection to the host: a MessagePort, given only to our own top frame.
import { type BrowserWindow, ipcMain, MessageChannelMain } from 'electron'
import type { FramePort } from '../transport/message-port'
import { isPageUrl } from './page-origin'

/** The only channel between main and preload. */
const CHANNEL = 'tine:port'

/**
 * Answers the preload script's request for a port. A page that asks again (after a reload or a crash) gets a new one and loses the old.
 *
 * @param connect connects our end; the function it returns ends that connection
 */
export function handOutPorts(window: BrowserWindow, connect: (port: FramePort) => () => void): void {
  let disconnect: (() => void) | null = null
  const answer = (event: Electron.IpcMainEvent) => {
    const contents = window.webContents
    const fromOurPage = event.sender === contents && event.senderFrame === contents.mainFrame
    if (!fromOurPage || !isPageUrl(contents.mainFrame.url)) return
    disconnect?.()
    const { port1, port2 } = new MessageChannelMain()
    disconnect = connect(port1)
    contents.postMessage(CHANNEL, null, [port2])
  }
  ipcMain.on(CHANNEL, answer)
  window.once('closed', () => {
    ipcMain.off(CHANNEL, answer)
    disconnect?.()
  })
}
