// For tests: a project on disk, and the verdict about a command line run in it.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { decide } from '../../../core/permission/decide'
import type { PermissionContext, Verdict } from '../../../core/permission/permission-call'
import { parseRule, type Rule, type RuleEffect, type RuleOrigin } from '../../../core/permission/rule'
import { createShellParser, type ShellParser } from './create-shell-parser'
import { resolveCallPaths } from './resolve-call-paths'

/** `allow Bash(npm test)`, or `session allow …`; without an origin it comes from trusted project files. */
export function ruleOf(text: string): Rule {
  const match =
    /^(?:(thread|session|project|project-files|home-files|arguments|preapproval) )?(allow|ask|deny) ([\s\S]+)$/.exec(
      text,
    )
  const origin = (match?.[1] ?? 'project-files') as RuleOrigin
  const parsed = parseRule(match?.[3] ?? '', match?.[2] as RuleEffect, origin, 'a test')
  if (!parsed.ok) throw new Error(`${text}: ${parsed.reason}`)
  return parsed.rule
}

export interface Bench {
  folder: string
  home: string
  parser: ShellParser
  remove(): void
  judge(command: string, context?: Partial<Omit<PermissionContext, 'rules'>> & { rules?: string[] }): Promise<Verdict>
}

/** A folder with a few files, a link that leads out, and a home beside it. */
export async function createBench(): Promise<Bench> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'tine-judge-')))
  const folder = join(root, 'home', 'project')
  const home = join(root, 'home')
  for (const path of ['src/a.ts', 'src/b.ts', 'docs/x.md', 'README.md', '.env', '.git/hooks/x.sample']) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), path)
  }
  writeFileSync(join(home, 'secret.txt'), 'secret')
  symlinkSync(join(home, 'secret.txt'), join(folder, 'docs', 'link.txt'))
  symlinkSync(home, join(folder, 'out'))
  const parser = await createShellParser()
  const dataDir = join(root, 'data')
  return {
    folder,
    home,
    parser,
    remove: () => rmSync(root, { recursive: true, force: true }),
    async judge(command, { rules = [], ...context } = {}) {
      const shell = parser.parse(command)
      const paths = await resolveCallPaths('bash', { command }, shell, {
        folder,
        addedFolders: [],
        mapFrom: null,
        home,
      })
      return decide(
        { tool: 'bash', input: { command }, folder, addedFolders: [], shell, paths },
        {
          mode: 'default',
          isolation: 'none',
          trusted: true,
          audience: 'person',
          home,
          dataDir,
          ...context,
          rules: rules.map(ruleOf),
        },
      )
    },
  }
}
