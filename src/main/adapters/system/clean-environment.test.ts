import { describe, expect, it } from 'vitest'
import { cleanEnvironment } from './clean-environment'

describe('the environment of a child', () => {
  it('knows nothing of the provider, of us, or of how we were started', () => {
    const clean = cleanEnvironment({
      ANTHROPIC_API_KEY: 'sk-ant-1',
      ANTHROPIC_BASE_URL: 'http://localhost',
      TINE_DATA: '/data',
      ELECTRON_RUN_AS_NODE: '1',
      NODE_OPTIONS: '--inspect',
      GIT_DIR: '/elsewhere/.git',
      npm_config_cache: '/cache',
      HOME: '/home/ada',
      LANG: 'de_DE.UTF-8',
      SSH_AUTH_SOCK: '/run/agent',
    })
    expect(clean).toEqual({ HOME: '/home/ada', LANG: 'de_DE.UTF-8', SSH_AUTH_SOCK: '/run/agent' })
  })

  it('holds nothing that looks like a credential, whatever it is called', () => {
    const clean = cleanEnvironment({
      ANTHROPIC_API_KEY: 'sk-ant-1',
      MY_COPY: 'Bearer sk-ant-1',
      GITHUB_TOKEN: 'x',
      AWS_ACCESS_KEY_ID: 'x',
      AWS_SECRET_ACCESS_KEY: 'x',
      DASHSCOPE_API_KEY: 'x',
      PGPASSWORD: 'x',
      AUTHOR: 'ada',
      TOKENIZER: 'bpe',
    })
    expect(clean).toEqual({ AUTHOR: 'ada', TOKENIZER: 'bpe' })
  })

  it('keeps what a configuration names', () => {
    expect(cleanEnvironment({ GITHUB_TOKEN: 'x', NPM_TOKEN: 'y' }, ['GITHUB_TOKEN'])).toEqual({ GITHUB_TOKEN: 'x' })
  })

  it.skipIf(process.platform === 'win32')('finds the tools of the person, not ours, when npm started us', () => {
    const path = '/app/node_modules/.bin:/node_modules/.bin:/npm/run-script/lib/node-gyp-bin:/usr/bin:/bin'
    expect(cleanEnvironment({ PATH: path, npm_lifecycle_event: 'start' }).PATH).toBe('/usr/bin:/bin')
    expect(cleanEnvironment({ PATH: path }).PATH).toBe(path)
  })
})
