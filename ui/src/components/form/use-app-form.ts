import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect, useRef } from 'react'
import { useForm, type DefaultValues, type FieldValues, type Path, type PathValue, type UseFormRegisterReturn } from 'react-hook-form'
import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import { ApiError } from '@/lib/api/errors'
import { changesOf } from '@/lib/changes'
import { formText } from '@/lib/i18n/zh-Hans/form'
import { useKeptDraft } from '@/lib/use-kept-draft'

type Schema = GenericSchema<FieldValues, FieldValues>

type Options<S extends Schema, A> = {
  /** The validation with its error texts; its output is sent. */
  schema: S
  /** The saved values. Names are those of the API, so that a rejection finds its field. */
  values: InferInput<S>
  /** Sends the form; with the key a repeated command takes effect once. */
  send: (values: InferOutput<S>, key: string) => Promise<A>
  onDone?: (answer: A, values: InferOutput<S>) => void
  onFailed?: (error: unknown) => void
  /** Where the input is kept across a reload. */
  keep?: string
  /** Data that is sent beside the values: with other data it is another command. */
  beside?: () => unknown
}

/** The part of a form that one of its fields needs. */
export type FieldsOf<N extends string> = {
  field: (name: N, deps?: string) => { control: UseFormRegisterReturn; error: string | undefined }
}

/**
 * A form: validates by its schema, sends once at a time, shows a rejection at its field or above the form, and
 * moves the focus to the first invalid field. Fields are uncontrolled, so that an input method is never
 * interrupted.
 */
export function useAppForm<S extends Schema, A>({ schema, values, send, onDone, onFailed, keep, beside }: Options<S, A>) {
  type Values = InferInput<S>
  const form = useForm<Values, unknown, InferOutput<S>>({
    resolver: valibotResolver(schema),
    defaultValues: values as DefaultValues<Values>,
    shouldFocusError: false,
  })
  const { errors, defaultValues, isSubmitted, isSubmitting, submitCount } = form.formState
  const written = form.watch()
  const changes = changesOf<Values>(written, defaultValues as Values)
  const fill = (found: Partial<Values>) =>
    form.reset({ ...form.getValues(), ...found }, { keepDefaultValues: true, keepErrors: true, keepIsSubmitted: true })

  // Unchanged fields follow values that are saved elsewhere.
  const saved = JSON.stringify(values)
  const base = useRef(saved)
  useEffect(() => {
    if (saved === base.current) return
    base.current = saved
    form.reset(values, { keepErrors: true, keepIsSubmitted: true })
    fill(changes)
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [saved])

  const kept = useKeptDraft(
    keep,
    Object.keys(changes).length > 0 ? changes : undefined,
    (found: Partial<Values>) => fill(Object.fromEntries(Object.entries(found).filter(([name]) => name in values)) as Partial<Values>),
    JSON.stringify(defaultValues),
  )

  const element = useRef<HTMLFormElement>(null)
  const failed = Object.keys(errors).length > 0
  useEffect(() => {
    if (submitCount === 0 || !failed) return
    const wrong = element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]')
    if (wrong) wrong.focus()
    else element.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' })
    // Only an attempt to send moves the focus.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [submitCount])

  const sent = useRef<{ text: string; key: string }>(undefined)
  const done = useRef<string>(undefined)
  const accepted = useRef(false)
  const busy = useRef(false)
  const refuse = (error: unknown) => {
    const { description, field, fields } =
      error instanceof ApiError ? error : { description: formText.unexpected, field: undefined, fields: undefined }
    for (const [name, message] of Object.entries((fields as Record<string, string> | undefined) ?? { [field ?? '']: description })) {
      // The label beside it names the field, in Chinese.
      if (name in form.getValues()) form.setError(name as Path<Values>, { message: message.replace(/^字段 \S+ ?/, '') })
      else form.setError('root', { message })
    }
  }
  const submit = form.handleSubmit(async (given) => {
    if (busy.current) return
    busy.current = true
    const text = JSON.stringify([given, beside?.()])
    if (sent.current?.text !== text) sent.current = { text, key: crypto.randomUUID() }
    try {
      const answer = await send(given, sent.current.key)
      accepted.current = true
      done.current = JSON.stringify(form.getValues())
      kept.drop()
      onDone?.(answer, given)
    } catch (error) {
      // A rejection ends the command; after any other failure it may have taken effect, and is repeated under its
      // key.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) sent.current = undefined
      refuse(error)
      onFailed?.(error)
    } finally {
      busy.current = false
    }
  })
  return {
    ...form,
    element,
    submit,
    /** Sends the form; whether it was accepted. */
    save: async () => {
      accepted.current = false
      await submit()
      return accepted.current
    },
    kept: { ...kept, on: keep !== undefined },
    /** The values, and those that differ from the saved ones. */
    written,
    changes,
    pending: isSubmitting,
    failure: errors.root?.message,
    /** Whether leaving would lose changes; read when needed. */
    unsaved: () => Object.keys(changes).length > 0 && !busy.current && done.current !== JSON.stringify(form.getValues()),
    /** Restores the saved values. */
    revert: () => {
      kept.drop()
      form.reset()
    },
    /** `deps` is a field whose validation depends on this one. */
    field: (name: Path<Values>, deps?: string) => ({
      control: form.register(name, deps ? { deps: deps as Path<Values> } : {}),
      error: messageOf(errors[name]),
    }),
    error: (name: Path<Values>) => messageOf(errors[name]),
    /** The value of a control that is not an input, such as a list of choices or an editor. */
    bind: <N extends Path<Values>>(name: N) => ({
      value: written[name] as PathValue<Values, N>,
      onValue: (value: PathValue<Values, N>) => form.setValue(name, value, { shouldDirty: true, shouldValidate: isSubmitted }),
    }),
  }
}

function messageOf(error: { message?: unknown } | undefined): string | undefined {
  return typeof error?.message === 'string' ? error.message : undefined
}
