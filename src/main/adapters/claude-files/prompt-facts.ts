// What the system prompt says about a place: platform, day, branch, and the memory files of project and person.
import { platform, release } from 'node:os'
import type { Clock } from '../../services/ports/clock'
import type { Git } from '../../services/ports/git'
import type { MemoryFiles } from '../../services/ports/memory-files'
import type { PromptFacts } from '../../services/ports/prompt-facts'

/** Reads the facts of a folder as they are now; whoever renders a prompt freezes them. */
export function createPromptFacts(
  clock: Clock,
  git: Pick<Git, 'inspectRepository'>,
  memoryFiles: Pick<MemoryFiles, 'read'>,
): PromptFacts {
  return {
    async read(folder) {
      const repository = await git.inspectRepository(folder, { trusted: false })
      return {
        platform: `${platform()} ${release()}`,
        today: new Date(clock.now()).toISOString().slice(0, 10),
        isGit: repository.isGit,
        branch: repository.branch,
        memory: (await memoryFiles.read(folder)).files,
      }
    },
  }
}
