import { lazy, Suspense, useState } from 'react'
import { SaveFace } from './save-face'

const SaveButton = lazy(() => import('./save-button'))

/** Puts a project into one's collections. A press before the code is here is not lost. */
export function SaveControl({ project }: { project: { id: string } }) {
  const [pressed, setPressed] = useState(false)
  return (
    <Suspense fallback={<SaveFace saved={false} aria-busy={pressed || undefined} onClick={() => setPressed(true)} />}>
      <SaveButton project={project} pressed={pressed} />
    </Suspense>
  )
}
