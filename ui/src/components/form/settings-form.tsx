import type { ComponentProps, FormEvent, ReactNode } from 'react'
import { Note } from '@/components/ui/feedback'
import { SaveBar } from '@/components/ui/save-bar'
import { cn } from '@/lib/cn'
import { settingsText } from '@/lib/i18n/zh-Hans/settings'
import { Form } from './form'
import ui from '@/components/ui/ui.module.css'
import css from './settings-form.module.css'

type SettingsFormProps = {
  form: ComponentProps<typeof Form>['form'] & { changes: object; pending: boolean }
  /** Why the viewer cannot change anything here; undefined if they can. */
  refused?: string | undefined
  children: ReactNode
}

/** A page of settings: guards unsaved changes and counts them. */
export function SettingsForm({ form, refused, children }: SettingsFormProps) {
  const count = Object.keys(form.changes).length
  const submit = (event: FormEvent) => {
    if (count > 0) return form.submit(event)
    event.preventDefault()
    return Promise.resolve()
  }
  return (
    <Form form={{ ...form, submit }} className={ui.pile} guard="save">
      {refused ? (
        <Note tone="warn">
          <b>{settingsText.readOnly}</b>
          <p>{refused}</p>
        </Note>
      ) : null}
      {/* A fieldset disables all controls at once, with the reason. */}
      <fieldset className={cn(css.fields, ui.pile)} disabled={refused !== undefined} title={refused}>
        {children}
      </fieldset>
      <SaveBar count={count} busy={form.pending} onRevert={form.revert} />
    </Form>
  )
}
