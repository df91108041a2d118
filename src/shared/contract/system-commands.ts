// Commands about the host itself, its settings and the projects it knows.
import { z } from 'zod'
import { projectId } from '../domain/ids'
import { projectSchema } from '../domain/session'
import { settingsPatch, settingsView } from '../domain/settings'

/** One thing a project's files would switch on: listed before trust, inert until then. */
export const activation = z.object({
  kind: z.enum([
    'hook',
    'tool-server',
    'allow-rule',
    'island',
    'shell-command',
    'agent',
    'skill',
    'environment',
    'git-config',
    'filter',
  ]),
  source: z.string(),
  text: z.string(),
})
export type Activation = z.infer<typeof activation>

export const trustView = z.object({
  trusted: z.boolean(),
  /** The hash the answer is bound to: of all files that can make the project act. */
  hash: z.string(),
  activations: z.array(activation),
  /** What differs from the files that were trusted before; empty when never trusted. */
  changed: z.array(z.string()),
})
export type TrustView = z.infer<typeof trustView>

const nothing = z.strictObject({})

export const systemCommands = {
  'app.info': {
    input: nothing,
    result: z.object({
      version: z.string(),
      protocol: z.literal(1),
      door: z.enum(['electron', 'serve', 'print']),
      dataDir: z.string(),
      node: z.string(),
      electron: z.string().nullable(),
      git: z.string().nullable(),
      /** Why worktrees cannot be had with that git (none, or older than the oldest we work with); null where they can. */
      gitProblem: z.string().nullable().optional(),
      forkMode: z.boolean(),
      /** Whether the variable says so: then no setting and no choice for a session changes it. */
      forkModeFixed: z.boolean(),
      demo: z.boolean(),
      /** The project this host was started for (`--project`, `--demo`); the window opens it first. */
      startProjectId: projectId.nullable(),
    }),
  },
  'project.open': {
    input: z.strictObject({ path: z.string().min(1).max(4096) }),
    result: z.object({ projectId, realPath: z.string(), isGit: z.boolean() }),
  },
  'project.list': { input: nothing, result: z.object({ projects: z.array(projectSchema) }) },
  /** Opens the sample project and plays on it with the scripted model; only that project uses the simulator. */
  'demo.open': { input: nothing, result: z.object({ projectId, realPath: z.string() }) },
  /** Without a hash: what would become active. With the hash just read: trusts it. */
  'project.trust': {
    input: z.strictObject({ projectId, hash: z.string().max(200).optional() }),
    result: trustView,
  },
  'settings.read': { input: nothing, result: settingsView },
  'settings.write': { input: z.strictObject({ patch: settingsPatch }), result: settingsView },
}
