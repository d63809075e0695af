import { Field } from '@/components/form/form'
import type { FieldsOf } from '@/components/form/use-app-form'
import { Input } from '@/components/ui/input'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import codeFieldCss from '@/components/ui/code-field.module.css'

/** A code of the second factor. */
export function CodeField({
  form,
  label = t.code,
  hint,
  figures,
}: {
  form: FieldsOf<'code'>
  label?: string
  hint?: string
  figures?: boolean
}) {
  return (
    <Field form={form} name="code" label={label} hint={hint} required>
      {(control) => (
        <Input
          {...control}
          className={codeFieldCss.root}
          inputMode={figures ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={figures ? 7 : 20}
        />
      )}
    </Field>
  )
}
