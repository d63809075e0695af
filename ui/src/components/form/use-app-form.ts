import { valibotResolver } from '@hookform/resolvers/valibot'
import { useRef } from 'react'
import { useForm, type DefaultValues, type FieldValues, type Path, type UseFormRegisterReturn } from 'react-hook-form'
import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import { ApiError } from '@/lib/api/errors'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { useKeptDraft } from '@/lib/use-kept-draft'

type Schema = GenericSchema<FieldValues, FieldValues>

type Options<S extends Schema, A> = {
  /** What is right, with the words for what is not; gives what is sent. */
  schema: S
  /** What the fields hold at first. Names are those of the API, so that a refusal finds its field. */
  values: InferInput<S>
  /** Sends the form; the key makes a repeated command count once. */
  send: (values: InferOutput<S>, key: string) => Promise<A>
  onDone?: (answer: A, values: InferOutput<S>) => void
  onFailed?: (error: unknown) => void
  /** Where what is written is kept across a reload. */
  keep?: string
}

/** The part of a form that one of its fields needs. */
export type FieldsOf<N extends string> = { field: (name: N) => { control: UseFormRegisterReturn; error: string | undefined } }

/**
 * A form: checks by its schema, sends once at a time, shows a refusal at its field or above the form, and moves the
 * focus to the first field that is wrong. Fields are uncontrolled, so that an input method is never interrupted.
 */
export function useAppForm<S extends Schema, A>({ schema, values, send, onDone, onFailed, keep }: Options<S, A>) {
  type Values = InferInput<S>
  const form = useForm<Values, unknown, InferOutput<S>>({
    resolver: valibotResolver(schema),
    defaultValues: values as DefaultValues<Values>,
  })
  const { errors, isDirty, isSubmitting, isSubmitSuccessful } = form.formState
  const written = keep ? form.watch() : undefined
  const kept = useKeptDraft(keep, isDirty ? written : undefined, (found: Values) => form.reset(found, { keepDefaultValues: true }))
  const sent = useRef<{ text: string; key: string }>(undefined)
  const busy = useRef(false)

  const refuse = (error: unknown) => {
    const message = error instanceof ApiError ? error.description : siteText.unknownError
    const field = error instanceof ApiError ? error.field : undefined
    if (field !== undefined && field in form.getValues()) form.setError(field as Path<Values>, { message }, { shouldFocus: true })
    else form.setError('root', { message })
  }
  const submit = form.handleSubmit(async (given) => {
    if (busy.current) return
    busy.current = true
    const text = JSON.stringify(given)
    if (sent.current?.text !== text) sent.current = { text, key: crypto.randomUUID() }
    try {
      const answer = await send(given, sent.current.key)
      kept.drop()
      onDone?.(answer, given)
    } catch (error) {
      // A refusal ends the command; after any other failure it may have been carried out, and is repeated under its key.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) sent.current = undefined
      refuse(error)
      onFailed?.(error)
    } finally {
      busy.current = false
    }
  })
  return {
    ...form,
    submit,
    kept,
    pending: isSubmitting,
    failure: errors.root?.message,
    /** Whether leaving would lose something; read when it is asked for. */
    unsaved: () => isDirty && !isSubmitting && !isSubmitSuccessful,
    field: (name: Path<Values>) => {
      const error = errors[name]?.message
      return { control: form.register(name), error: typeof error === 'string' ? error : undefined }
    },
  }
}
