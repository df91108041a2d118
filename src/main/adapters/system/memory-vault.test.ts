import { describe, expect, it } from 'vitest'
import { createMemoryVault, withEnvironmentKey } from './memory-vault'

describe('the vault in memory', () => {
  it('hands a key to the origin it was entered for and to no other', async () => {
    const vault = createMemoryVault()
    await vault.write('https://a.example', 'one')
    expect(await vault.read('https://a.example')).toBe('one')
    expect(await vault.read('https://b.example')).toBeNull()
  })

  it('forgets a key on request', async () => {
    const vault = createMemoryVault()
    await vault.write('https://a.example', 'one')
    await vault.write('https://a.example', null)
    expect(await vault.read('https://a.example')).toBeNull()
  })
})

describe("the environment's key", () => {
  it('wins at its own origin and serves no other', async () => {
    const stored = createMemoryVault()
    await stored.write('https://a.example', 'stored')
    const vault = withEnvironmentKey('from-env', 'https://a.example', stored)
    expect(await vault.read('https://a.example')).toBe('from-env')
    expect(await vault.read('https://b.example')).toBeNull()
  })

  it('is not there when it is empty', async () => {
    const stored = createMemoryVault()
    expect(withEnvironmentKey('', 'https://a.example', stored)).toBe(stored)
  })
})
