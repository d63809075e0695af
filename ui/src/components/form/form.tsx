import type { ComponentProps, FormEvent, ReactNode, RefObject } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Note } from '@/components/ui/feedback'
import { FormField } from '@/components/ui/input'
import { LeaveGuard } from '@/components/ui/leave-guard'
import { RestoredDraft } from '@/components/ui/restored-draft'
import { keepEnterForIme } from '@/lib/ime'
import type { KeptDraft } from '@/lib/use-kept-draft'
import type { FieldsOf } from './use-app-form'
import formCss from '@/components/ui/form.module.css'

type FormOf = {
  element: RefObject<HTMLFormElement | null>
  submit: (event: FormEvent) => Promise<void>
  revert: () => void
  kept: KeptDraft & { on: boolean }
  failure: string | undefined
  unsaved: () => boolean
}

type FormProps = {
  form: FormOf
  className?: string | undefined
  /** Asks before a page with unsaved work is left. */
  guard?: boolean
  /** The form arranges itself and shows its notes where they belong. */
  bare?: boolean
  children: ReactNode
}

/** A form of useAppForm, with what was restored and what the server said against it. */
export function Form({ form, guard, bare, className = bare ? undefined : formCss.root, children }: FormProps) {
  const submit = (event: FormEvent) => {
    event.stopPropagation() // it may stand in a popover within another form's page
    void form.submit(event)
  }
  return (
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- the Enter of an input method must not send
    <form ref={form.element} className={className} onSubmit={submit} onKeyDown={keepEnterForIme} noValidate>
      {guard ? <LeaveGuard when={form.unsaved} kept={form.kept.on} /> : null}
      {bare ? null : <FormNotes form={form} />}
      {children}
    </form>
  )
}

/** What was restored, and what the server said against the form. */
export function FormNotes({ form, files }: { form: Pick<FormOf, 'kept' | 'revert' | 'failure'>; files?: boolean }) {
  return (
    <>
      <RestoredDraft restored={form.kept.restored} onDiscard={form.revert} files={files ?? false} />
      {form.failure ? <Note tone="bad">{form.failure}</Note> : null}
    </>
  )
}

type Labels = Omit<ComponentProps<typeof FormField>, 'children' | 'error'>
type Control = Parameters<ComponentProps<typeof FormField>['children']>[0] & UseFormRegisterReturn
type FieldProps<N extends string> = Labels & {
  form: FieldsOf<N>
  name: NoInfer<N>
  /** Another field, whose check looks at this one. */
  deps?: NoInfer<N>
  /** What is known to be wrong before anything is sent. */
  error?: string | undefined
  children: (control: Control) => ReactNode
}

/** A field of a form by its name: label, control, hint and error. */
export function Field<N extends string>({ form, name, deps, error, children, ...labels }: FieldProps<N>) {
  const { control, error: refused } = form.field(name, deps)
  return (
    <FormField {...labels} error={error ?? refused}>
      {(marks) => children({ ...marks, ...control })}
    </FormField>
  )
}
