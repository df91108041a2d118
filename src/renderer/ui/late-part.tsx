import { type ComponentType, lazy, Suspense } from 'react'

export interface LatePart<Props extends object> {
  /** Null until its code is here. */
  Here: ComponentType<Props> | null
  Late: ComponentType<Props>
  /** Fetches its code before it is wanted; rejects where that fails, and is asked again when the part is shown. */
  fetch: () => Promise<unknown>
}

/** A part of the window whose code is no part of the start. */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>): LatePart<Props> {
  const fetch = async () => {
    part.Here = await load()
    return { default: part.Here }
  }
  const part: LatePart<Props> = { Here: null, Late: lazy(fetch), fetch }
  return part
}

/**
 * The part: at once when it is here, else as soon as it is. What React draws after a fallback it holds back for up to 0.3 s, in
 * which everything typed would be lost; so a part that is here is drawn without one.
 */
export function ShowPart<Props extends object>({
  part: { Here, Late },
  props,
}: {
  part: LatePart<Props>
  props: Props
}) {
  if (Here) return <Here {...props} />
  return (
    <Suspense fallback={null}>
      <Late {...props} />
    </Suspense>
  )
}
