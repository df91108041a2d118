import { describe, expect, test } from 'vitest'
import { specialAddress } from './public-address'
import { resolveHost } from './resolve-host'

const leads =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

describe('an address', () => {
  test.each(['8.8.8.8', '93.184.216.34', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808'])(
    '%s is public',
    (address) => {
      expect(specialAddress(address)).toBeNull()
    },
  )

  test.each([
    ['127.0.0.1', /this machine/],
    ['127.255.0.9', /this machine/],
    ['0.0.0.0', /this machine/],
    ['0.1.2.3', /this machine/],
    ['::1', /this machine/],
    ['::', /this machine/],
    ['::ffff:127.0.0.1', /this machine/],
    ['::127.0.0.1', /this machine/],
    ['64:ff9b::7f00:1', /this machine/],
    ['10.1.2.3', /private/],
    ['172.31.0.1', /private/],
    ['192.168.0.1', /private/],
    ['::ffff:10.0.0.1', /private/],
    ['64:ff9b::a00:1', /private/],
    ['fc00::1', /private/],
    ['fdff::1', /private/],
    ['fec0::1', /private/],
    ['100.64.0.1', /provider/],
    ['169.254.169.254', /metadata/],
    ['::ffff:169.254.169.254', /metadata/],
    ['fe80::1', /metadata/],
    ['224.0.0.1', /group/],
    ['ff02::1', /group/],
    ['255.255.255.255', /group/],
    ['240.0.0.1', /reserved/],
    ['198.18.0.1', /reserved/],
    ['192.0.2.1', /reserved/],
    ['2002:7f00:1::', /reserved/],
    ['2001:db8::1', /reserved/],
    ['64:ff9b:1::1', /reserved/],
    ['not an address', /no address/],
  ])('%s is not', (address, words) => {
    expect(specialAddress(address)?.words).toMatch(words)
  })
})

describe('a host', () => {
  const resolve = (host: string, lookup = leads('93.184.216.34'), privateHosts: string[] = []) =>
    resolveHost(host, { lookup, privateHosts })

  test('comes back with all its addresses where all are public', async () => {
    const addresses = await resolve('example.com', leads('93.184.216.34', '2606:4700::1111'))
    expect(addresses.map(({ address }) => address)).toEqual(['93.184.216.34', '2606:4700::1111'])
  })

  test('is refused as a whole where one of them is not', async () => {
    await expect(resolve('evil.example', leads('93.184.216.34', '10.0.0.1'))).rejects.toThrow(/leads to 10\.0\.0\.1/)
    await expect(resolve('127.0.0.1')).rejects.toThrow(/it is this machine itself/)
    await expect(resolve('[::ffff:7f00:1]')).rejects.toThrow(/this machine/)
  })

  test('may be private where the person lists it, by its name or one above it', async () => {
    const private10 = leads('10.0.0.1')
    await expect(resolve('wiki.corp.example', private10, ['wiki.corp.example'])).resolves.toHaveLength(1)
    await expect(resolve('wiki.corp.example', private10, ['*.corp.example'])).resolves.toHaveLength(1)
    await expect(resolve('[::1]', private10, ['[::1]'])).resolves.toEqual([{ address: '::1', family: 6 }])
    for (const pattern of ['corp.example', '*.wiki.corp.example', '10.0.0.1', '*.example.org'])
      await expect(resolve('wiki.corp.example', private10, [pattern])).rejects.toThrow(/private network/)
    await expect(resolve('notcorp.example', private10, ['*.corp.example'])).rejects.toThrow(/private/)
  })

  test('leads to the metadata of a machine under no name, only by its own address', async () => {
    const metadata = leads('169.254.169.254')
    await expect(resolve('meta.corp.example', metadata, ['*.corp.example'])).rejects.toThrow(/metadata/)
    await expect(resolve('169.254.169.254', metadata, ['169.254.169.254'])).resolves.toHaveLength(1)
  })

  test('that nobody knows is told as such', async () => {
    const unknown = async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
    }
    await expect(resolve('nowhere.example', unknown)).rejects.toThrow('There is no host nowhere.example.')
    await expect(resolve('nowhere.example', leads())).rejects.toThrow('There is no host')
  })
})
