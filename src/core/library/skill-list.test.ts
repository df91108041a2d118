import { describe, expect, test } from 'vitest'
import { type SkillOffer, skillList } from './skill-list'

const skill = (name: string, description = 'Does it.', argumentHint: string | null = null): SkillOffer => {
  return { name, description, argumentHint }
}
const many = (count: number, chars: number) =>
  Array.from({ length: count }, (_, n) => skill(`skill-${String(n).padStart(4, '0')}`, 'x'.repeat(chars)))

describe('the list of skills', () => {
  test('names each with what it is for, in the order of their names, whatever order they were found in', () => {
    const list = skillList([skill('pdf', 'Reads PDFs.', '[file]'), skill('audit', '')])
    expect(list).toBe('- audit\n- pdf: Reads PDFs. (args: [file])')
    expect(skillList([skill('audit', ''), skill('pdf', 'Reads PDFs.', '[file]')])).toBe(list)
  })

  test('keeps to its budget: descriptions are cut, then left out, then skills are counted', () => {
    const cut = skillList(many(20, 1_000), 5_000)
    expect(cut.split('\n')).toHaveLength(20)
    expect(cut).toContain('…')
    expect(skillList(many(100, 1_000), 5_000)).toBe(
      many(100, 0)
        .map(({ name }) => `- ${name}`)
        .join('\n'),
    )
    const counted = skillList(many(1_000, 10), 5_000).split('\n')
    expect(counted.join('\n').length).toBeLessThan(5_100)
    expect(counted.at(-1)).toBe(`- and ${1_000 - (counted.length - 1)} more, which the person can name`)
  })
})
