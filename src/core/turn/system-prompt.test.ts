import { describe, expect, test } from 'vitest'
import { type PromptPlace, systemPrompt } from './system-prompt'

const place: PromptPlace = {
  folder: '/home/ada/shop',
  platform: 'linux',
  today: '2026-11-30',
  isGit: true,
  branch: 'main',
  memory: '',
  fallback: false,
}

describe('the system prompt', () => {
  test('is the same for the same place: it is rendered once and only repeated', () => {
    expect(systemPrompt(place)).toBe(systemPrompt({ ...place }))
  })

  test('says where and when it is', () => {
    const text = systemPrompt(place)
    expect(text).toContain(
      '- Folder: /home/ada/shop (a git repository, branch main)\n- Platform: linux\n- Date when this session began: 2026-11-30',
    )
    expect(systemPrompt({ ...place, branch: null })).toContain('(a git repository)')
    expect(systemPrompt({ ...place, isGit: false })).toContain('(not a git repository)')
  })

  test('carries the notes of project and person, when there are any', () => {
    expect(systemPrompt({ ...place, memory: '\n  Use tabs.\n' })).toMatch(
      /\n\nNotes of the project and the person\nUse tabs\.$/,
    )
    expect(systemPrompt({ ...place, memory: ' \n' })).toBe(systemPrompt(place))
  })

  test('teaches when a fork is started and that its result is not raced', () => {
    expect(systemPrompt(place)).toMatch(/Agent starts a fork[\s\S]*Do not poll, peek or guess/)
  })

  test('of a fork of nothing is short and its own', () => {
    const fallback = systemPrompt({ ...place, fallback: true })
    expect(fallback).toMatch(/^You are a fork worker of Tine/)
    expect(fallback).toContain('- Folder: /home/ada/shop')
    expect(fallback.length).toBeLessThan(systemPrompt(place).length / 2)
  })
})
