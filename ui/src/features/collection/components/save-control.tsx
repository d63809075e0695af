import { lazy, Suspense, useRef, useState } from 'react'
import { SaveFace } from './save-face'

const SaveButton = lazy(() => import('./save-button'))

/** Puts a project into one's collections. Neither a press nor the focus is lost when the code comes. */
export function SaveControl({ project }: { project: { id: string } }) {
  const [pressed, setPressed] = useState(false)
  const focused = useRef(false)
  return (
    <Suspense
      fallback={
        <SaveFace
          saved={false}
          aria-busy={pressed || undefined}
          onClick={() => setPressed(true)}
          onFocus={() => (focused.current = true)}
          onBlur={() => (focused.current = false)}
        />
      }
    >
      <SaveButton project={project} pressed={pressed} focused={focused} />
    </Suspense>
  )
}
