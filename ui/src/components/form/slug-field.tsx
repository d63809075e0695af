import { useEffect, useEffectEvent } from 'react'
import { Input } from '@/components/ui/input'
import { formText as t } from '@/lib/i18n/zh-Hans/form'
import type { useSlugCheck } from '@/lib/use-slug-check'
import { Field } from './form'
import type { FieldsOf } from './use-app-form'
import ui from '@/components/ui/ui.module.css'

type SlugFieldProps = {
  form: FieldsOf<'slug'>
  label: string
  hint: string
  /** The part of the address before it. */
  path: string
  check: ReturnType<typeof useSlugCheck>
  row?: boolean
  disabled?: boolean
}

/** The field for an address; it shows whether the address is free. */
export function SlugField({ form, label, hint, path, check, row, disabled }: SlugFieldProps) {
  return (
    <Field
      form={form}
      name="slug"
      label={label}
      hint={check.free ? t.slugFree : check.busy ? t.slugChecking : hint}
      error={check.taken ? t.slugTaken : undefined}
      required
      row={row ?? false}
    >
      {(control) => (
        <Input
          {...control}
          disabled={disabled}
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
          icon={<span className={ui.subtle}>{path}</span>}
        />
      )}
    </Field>
  )
}

/** Lets an address follow the suggestion for a name until it is edited. */
export function useFollowedSlug(suggested: string, byHand: boolean, set: (slug: string) => void): void {
  const follow = useEffectEvent((slug: string) => {
    if (!byHand && slug) set(slug)
  })
  useEffect(() => follow(suggested), [suggested])
}
