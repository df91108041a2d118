// A process that does nothing but call the SDK: the unit that the app's own sending is measured by. It is idle, holds no history and
// plans nothing; what it sends is handed to it.
import Anthropic from '@anthropic-ai/sdk'
import type { BareCall, BareOrder } from './bare-sdk'

const now = () => Number(process.hrtime.bigint()) / 1e6

process.on('message', (order: BareOrder) => {
  void Promise.all(Array.from({ length: order.times }, () => call(order))).then((calls) => process.send?.(calls))
})

async function call({ url, body, betas, form }: BareOrder): Promise<BareCall> {
  const given = form === 'text' ? body : (JSON.parse(body) as object)
  const calledAt = now()
  const sdk = new Anthropic({ apiKey: 'bench', authToken: null, baseURL: url, maxRetries: 0, logLevel: 'off' })
  const headers = { 'content-type': 'application/json', ...(betas === '' ? {} : { 'anthropic-beta': betas }) }
  const { data, response } = await sdk
    .post<AsyncIterable<unknown>>('/v1/messages', { body: given, stream: true, headers })
    .withResponse()
  for await (const _event of data);
  return { calledAt, requestId: response.headers.get('request-id') ?? '' }
}
