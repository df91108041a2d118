import { expect, test } from 'vitest'
import { formatId } from '../../shared/domain/ids'
import { fragmentOfLink } from './deep-link'

const session = formatId('session', 1_700_000_000_000, new Uint8Array(16))
const thread = formatId('thread', 1_700_000_000_000, new Uint8Array(16))

test('a link to a session shows it', () => {
  expect(fragmentOfLink(`tine://session/${session}`)).toBe(`/session/${session}`)
})

test.each([
  `tine://session/${session}?send=hello`,
  `tine://session/${session}#x`,
  `tine://session/${session}/allow`,
  `tine://session/${thread}`,
  `tine://session/%22${session}`,
  'tine://session/',
  'tine://project/open?path=/etc',
  `https://session/${session}`,
  'tine:',
])('%s does nothing', (link) => {
  expect(fragmentOfLink(link)).toBeNull()
})
