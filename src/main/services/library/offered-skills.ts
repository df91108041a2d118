// The skills a thread's first snapshot names.
import type { SkillOffer } from '../../../core/library/skill-list'
import type { ThreadRecord } from '../../store/records'
import type { HostParts } from '../host-parts'
import { projectOfThread } from '../threads'
import { byName, standingOf } from './standing'

/** The person's own skills, and those of the project it is trusted with, as they are now. */
export async function offeredSkills(
  { store, trusted, libraryFiles }: Pick<HostParts, 'store' | 'trusted' | 'libraryFiles'>,
  thread: ThreadRecord,
): Promise<SkillOffer[]> {
  const project = projectOfThread(store, thread)
  const { documents } = await libraryFiles.read(project.realPath)
  const skills = [...byName(documents).values()].filter(({ forModel }) => forModel)
  if (skills.length === 0) return []
  const vouched = await trusted(project.id)
  return skills.filter((document) => standingOf(document, project, vouched).approved)
}
