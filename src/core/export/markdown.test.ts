import { expect, test } from 'vitest'
import type { Item } from '../../shared/domain/turn'
import { markdownHead, markdownItem, markdownTotals } from './markdown'

const base = { id: 'itm_0', turnId: 'trn_0', at: 0 }

test('no content ends its fence, its fold or its quote', () => {
  const output = 'text\n````\n</details>\n# not a heading'
  const tool: Item = {
    ...base,
    kind: 'tool',
    toolUseId: 't',
    name: 'bash <b>',
    input: { command: 'echo "```"' },
    state: 'failed',
    output,
    outputBytes: output.length,
    isError: true,
    images: 2,
    startedAt: 0,
    endedAt: 0,
  }
  const text = markdownItem(tool)
  expect(text).toContain('<summary>bash &lt;b&gt; (failed)</summary>')
  expect(text).toContain(`\`\`\`\`\`text\n${output}\n\`\`\`\`\``)
  expect(text).toContain('2 images not shown here.')
  const said = markdownItem({ ...base, kind: 'user', text: '# Heading\r\n```\nopen' })
  expect(said).toContain('> # Heading\n> ```\n> open')
})

test('titles are text, and money that nobody knows is not invented', () => {
  expect(markdownHead({ title: '*A* <b>\n#x', projectName: 'p|q', createdAt: 0 })).toBe(
    '# \\*A\\* &lt;b&gt; \\#x\n\nProject p\\|q · begun 1970-01-01 00:00 UTC\n',
  )
  const usage = { input: 1_234, cacheRead: 5, cacheWrite5m: 6, cacheWrite1h: 0, output: 7 }
  const totals = markdownTotals({
    rows: [{ title: 'Main', usage, nanoUsd: null }],
    total: { usage, nanoUsd: 12_500_000 },
  })
  expect(totals).toContain('| Main | 1,234 | 5 | 6 | 7 | unknown |')
  expect(totals).toContain('| Total | 1,234 | 5 | 6 | 7 | $0.0125 |')
})
