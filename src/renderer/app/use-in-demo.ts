import { useApp } from '../state/store'

/** Whether the open session talks to the scripted model: then nothing it says is thought, and nothing it costs is paid. */
export function useInDemo(): boolean {
  return useApp(({ view: { info, projects, session } }) => {
    const project = projects?.find((each) => each.id === session?.session.projectId)
    return info?.demo === true || project?.demo === true
  })
}
