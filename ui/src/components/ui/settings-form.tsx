import type { UseMutationResult } from '@tanstack/react-query'
import { useRef, type FormEvent, type ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { Note } from './feedback'
import { ApiError } from '@/lib/api/errors'
import { settingsText } from '@/lib/i18n/zh-Hans/settings'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import type { KeptDraft } from '@/lib/use-kept-draft'
import { toast } from '@/stores/toasts'
import { LeaveGuard } from './leave-guard'
import { focusFirstError } from './form-row'
import { RestoredDraft } from './restored-draft'
import { SaveBar } from './save-bar'
import ui from './ui.module.css'
import css from './settings-form.module.css'

type SettingsFormProps<P> = {
  save: UseMutationResult<unknown, Error, P>
  /** What is said once it is saved. */
  said: { title: string; text: string }
  /** How many fields differ from what is saved. */
  count: number
  /** True when something cannot be saved as it is; the fields say what. */
  wrong: boolean
  patch: () => P
  onTried: () => void
  onRevert: () => void
  onSaved?: () => void
  /** What is written here is kept in this browser until it is saved. */
  kept?: KeptDraft | undefined
  /** Why nothing can be changed here by whoever looks; undefined where it can. */
  refused?: string | undefined
  children: ReactNode
}

/** A page of settings: guards unsaved work, saves it, and says how it went. */
export function SettingsForm<P>({
  save,
  said,
  count,
  wrong,
  patch,
  onTried,
  onRevert,
  onSaved,
  kept,
  refused,
  children,
}: SettingsFormProps<P>) {
  const form = useRef<HTMLFormElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onTried()
    if (wrong) {
      focusFirstError(form.current)
      return
    }
    if (count === 0) return
    void save.mutateAsync(patch()).then(
      () => {
        kept?.drop()
        toast(said.title, said.text)
        onSaved?.()
      },
      () => requestAnimationFrame(() => form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' })),
    )
  }
  const revert = () => {
    save.reset()
    kept?.drop()
    onRevert()
  }
  return (
    <form ref={form} className={ui.pile} onSubmit={submit} noValidate>
      <LeaveGuard when={() => count > 0 && !save.isPending} kept={kept !== undefined} />
      <RestoredDraft restored={kept?.restored} onDiscard={revert} />
      {save.error ? <Note tone="bad">{save.error instanceof ApiError ? save.error.description : siteText.unknownError}</Note> : null}
      {refused ? (
        <Note tone="warn">
          <b>{settingsText.readOnly}</b>
          <p>{refused}</p>
        </Note>
      ) : null}
      {/* Everything inside is disabled at once, and says why. */}
      <fieldset className={cn(css.fields, ui.pile)} disabled={refused !== undefined} title={refused}>
        {children}
      </fieldset>
      <SaveBar count={count} busy={save.isPending} onRevert={revert} />
    </form>
  )
}
