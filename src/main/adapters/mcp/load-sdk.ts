// The protocol's library is loaded when the first server is connected: who has none does not pay for it.
import type * as ClientModule from '@modelcontextprotocol/sdk/client/index.js'
import type * as HttpModule from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type * as TypesModule from '@modelcontextprotocol/sdk/types.js'

export type Sdk = Pick<typeof ClientModule, 'Client'> &
  Pick<typeof HttpModule, 'StreamableHTTPClientTransport' | 'StreamableHTTPError'> &
  Pick<
    typeof TypesModule,
    'JSONRPCMessageSchema' | 'ListRootsRequestSchema' | 'McpError' | 'ToolListChangedNotificationSchema'
  >

/** The parts of the library that are used. */
export async function loadSdk(): Promise<Sdk> {
  const [client, http, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/client/index.js'),
    import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ])
  return { ...client, ...http, ...types }
}
