import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { Popover } from '@/components/ui/popover'
import { cn } from '@/lib/cn'
import { collectionText as t } from '@/lib/i18n/zh-Hans/collection'
import { useLibrary } from '@/lib/library'
import { signIn } from '@/lib/links'
import { sessionQuery, useSession } from '@/lib/session'
import { toast } from '@/stores/toasts'
import { tellError } from '@/lib/tell-error'
import { SaveFace } from './save-face'
import { SaveList } from './save-list'
import popoverCss from '@/components/ui/popover.module.css'
import saveListCss from './save-list.module.css'

const CreateDialog = lazy(() => import('./collection-dialogs').then((all) => ({ default: all.CreateCollectionDialog })))

type SaveButtonProps = {
  project: { id: string }
  /** It was pressed before its code was loaded. */
  pressed: boolean
  /** Its placeholder has the focus. */
  focused: RefObject<boolean>
}

/** Opens the list of the viewer's collections; anonymous visitors are sent to the sign-in page. */
export default function SaveButton({ project, pressed, focused }: SaveButtonProps) {
  const router = useRouter()
  const client = useQueryClient()
  const user = useSession()
  const library = useLibrary()
  const [open, setOpen] = useState(false)
  const [creating, setCreating] = useState(false)
  const [before, setBefore] = useState(true)
  const saved = library.data?.collections.some(({ projects }) => projects.includes(project.id)) ?? false
  // A press before the session is loaded is kept.
  const press = async (next: boolean) => {
    if (next && !(await client.ensureQueryData(sessionQuery))) return router.navigate(signIn(router.state.location.href))
    if (next) setBefore(saved)
    setOpen(next)
  }
  const early = useEffectEvent(() => {
    if (pressed) void press(true).catch(tellError)
  })
  useEffect(() => early(), [])
  const face = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (focused.current) face.current?.focus()
  }, [focused])
  return (
    <>
      <Popover
        label={t.saveLabel}
        align="end"
        className={cn(popoverCss.menu, saveListCss.root)}
        open={open}
        onOpenChange={(next) => void press(next).catch(tellError)}
        trigger={<SaveFace ref={face} saved={saved} fresh={!before} />}
      >
        <SaveList
          account={user?.id ?? ''}
          library={library}
          project={project.id}
          onCreate={() => {
            setOpen(false)
            setCreating(true)
          }}
        />
      </Popover>
      {creating ? (
        <Suspense>
          <CreateDialog
            open
            onOpenChange={setCreating}
            projects={[project.id]}
            onCreated={(made) => {
              setCreating(false)
              toast(t.createdWith(made.name))
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}
