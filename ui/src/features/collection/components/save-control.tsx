import { Suspense, useRef, useState } from 'react'
import { SaveFace } from './save-face'
import { readyLazy } from '@/lib/ready-lazy'

const SaveButton = readyLazy(() => import('./save-button'))

/** Loads the code of the control. */
export const prepareSave = () => SaveButton.preload()

/** Adds a project to collections. A press and the focus survive the loading of the code. */
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
