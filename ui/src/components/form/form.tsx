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
  save: () => Promise<boolean>
}

type FormProps = {
  form: FormOf
  className?: string | undefined
  /** Asks before a page with unsaved changes is left, and offers to save them. */
  guard?: boolean | 'save'
  /** The form renders its own layout and shows its errors itself. */
  bare?: boolean
  children: ReactNode
}

/** A form of useAppForm, with its restored draft and the server's error. */
export function Form({ form, guard, bare, className = bare ? undefined : formCss.root, children }: FormProps) {
  const submit = (event: FormEvent) => {
    event.stopPropagation() // it may be in a popover inside of another form
    void form.submit(event)
  }
  return (
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- the Enter of an input method must not send
    <form ref={form.element} className={className} onSubmit={submit} onKeyDown={keepEnterForIme} noValidate>
      {guard ? <LeaveGuard when={form.unsaved} kept={form.kept.on} onSave={guard === 'save' ? form.save : undefined} /> : null}
      {bare ? null : <FormNotes form={form} />}
      {children}
    </form>
  )
}

/** The restored draft and the server's error for the form. */
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
  /** Another field whose validation depends on this one. */
  deps?: NoInfer<N>
  /** An error that is known before the form is sent. */
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
