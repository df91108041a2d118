import type { HostClient } from '../client/host-client'
import { followSession, loadApp, loadHome } from '../state/load'
import { createEventReceiver, receiveConnection } from '../state/receive'
import { nextFrame } from '../ui/next-frame'
import { reportFailure } from './report-failure'

/** Lets the host's events into the store, and catches up after each time the connection came back. */
export function startReceiving(host: HostClient) {
  host.onEvent(createEventReceiver(nextFrame))
  host.onConnection((connection) => {
    receiveConnection(connection)
    if (connection === 'open') void catchUp(host)
  })
}

function catchUp(host: HostClient): Promise<unknown> {
  return Promise.all([loadApp(host), loadHome(host), followSession(host)]).catch(
    reportFailure('The host could not be read'),
  )
}
