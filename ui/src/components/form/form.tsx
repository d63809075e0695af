import type { ComponentProps, FormEvent, ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Note } from '@/components/ui/feedback'
import { FormField } from '@/components/ui/input'
import { LeaveGuard } from '@/components/ui/leave-guard'
import { RestoredDraft } from '@/components/ui/restored-draft'
import { keepEnterForIme } from '@/lib/ime'
import type { KeptDraft } from '@/lib/use-kept-draft'
import type { FieldsOf } from './use-app-form'
import formCss from '@/components/ui/form.module.css'

type FormProps = {
  form: {
    submit: (event: FormEvent) => Promise<void>
    reset: () => void
    kept: KeptDraft
    failure: string | undefined
    unsaved: () => boolean
  }
  className?: string
  /** Asks before a page with unsaved work is left. */
  guard?: boolean
  children: ReactNode
}

/** A form of useAppForm, with what was restored and what the server said against it. */
export function Form({ form, className = formCss.root, guard, children }: FormProps) {
  const submit = (event: FormEvent) => {
    event.stopPropagation() // it may stand in a popover within another form's page
    void form.submit(event)
  }
  const discard = () => {
    form.kept.drop()
    form.reset()
  }
  return (
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- the Enter of an input method must not send
    <form className={className} onSubmit={submit} onKeyDown={keepEnterForIme} noValidate>
      {guard ? <LeaveGuard when={form.unsaved} /> : null}
      <RestoredDraft restored={form.kept.restored} onDiscard={discard} />
      {form.failure ? <Note tone="bad">{form.failure}</Note> : null}
      {children}
    </form>
  )
}

type Labels = Omit<ComponentProps<typeof FormField>, 'children' | 'error'>
type Control = Parameters<ComponentProps<typeof FormField>['children']>[0] & UseFormRegisterReturn
type FieldProps<N extends string> = Labels & {
  form: FieldsOf<N>
  name: NoInfer<N> /** What is known to be wrong before anything is sent. */
  error?: string | undefined
  children: (control: Control) => ReactNode
}

/** A field of a form by its name: label, control, hint and error. */
export function Field<N extends string>({ form, name, error, children, ...labels }: FieldProps<N>) {
  const { control, error: refused } = form.field(name)
  return (
    <FormField {...labels} error={error ?? refused}>
      {(marks) => children({ ...marks, ...control })}
    </FormField>
  )
}
