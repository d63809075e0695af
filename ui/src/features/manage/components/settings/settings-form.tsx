import { useRef, type FormEvent, type ReactNode } from 'react'
import { Note } from '@/components/ui/feedback'
import { ApiError } from '@/lib/api/errors'
import { settingsText as t } from '@/lib/i18n/zh-Hans/settings'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { toast } from '@/stores/toasts'
import { usePatchProject, type ProjectPatch } from '../../commands'
import { LeaveGuard } from '../leave-guard'
import { focusFirstError } from '../row'
import { SaveBar } from '../save-bar'

type SettingsFormProps = {
  id: string
  /** How many fields differ from what is saved. */
  count: number
  /** True when something cannot be saved as it is; the fields say what. */
  wrong: boolean
  patch: () => ProjectPatch
  onTried: () => void
  onRevert: () => void
  onSaved?: () => void
  children: ReactNode
}

/** A page of settings: guards unsaved work, saves it, and says how it went. */
export function SettingsForm({ id, count, wrong, patch, onTried, onRevert, onSaved, children }: SettingsFormProps) {
  const save = usePatchProject(id)
  const form = useRef<HTMLFormElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onTried()
    if (wrong) {
      focusFirstError(form.current)
      return
    }
    if (count === 0) return
    save.mutate(patch(), {
      onSuccess: () => {
        toast(t.updated, t.updatedText)
        onSaved?.()
      },
      onError: () => requestAnimationFrame(() => form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' })),
    })
  }
  return (
    <form ref={form} className="pile" onSubmit={submit} noValidate>
      <LeaveGuard when={() => count > 0 && !save.isPending} />
      {save.error ? <Note tone="bad">{save.error instanceof ApiError ? save.error.description : siteText.unknownError}</Note> : null}
      {children}
      <SaveBar
        count={count}
        busy={save.isPending}
        onRevert={() => {
          save.reset()
          onRevert()
        }}
      />
    </form>
  )
}
