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
  /** Why nothing can be changed here by whoever looks; undefined where it can. */
  refused?: string | undefined
  children: ReactNode
}

/** A page of settings: guards unsaved work and says how much of it there is. */
export function SettingsForm({ form, refused, children }: SettingsFormProps) {
  const count = Object.keys(form.changes).length
  const submit = (event: FormEvent) => {
    if (count > 0) return form.submit(event)
    event.preventDefault()
    return Promise.resolve()
  }
  return (
    <Form form={{ ...form, submit }} className={ui.pile} guard>
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
      <SaveBar count={count} busy={form.pending} onRevert={form.revert} />
    </Form>
  )
}
