import { Field } from '@/components/form/form'
import type { FieldsOf } from '@/components/form/use-app-form'
import { Input } from '@/components/ui/input'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'
import { nameFault } from '../api'

type Props = {
  form: FieldsOf<'username'>
  /** The current text. */
  name: () => string
  /** Shows why a name cannot be taken, or nothing. */
  onFault: (fault: string | undefined) => void
}

/** The name of a new account, which is checked when it is left. */
export function NameField({ form, name, onFault }: Props) {
  const check = async () => {
    const asked = name().trim()
    if (asked === '') return
    const fault = await nameFault(asked)
    if (fault !== undefined && name().trim() === asked) onFault(fault)
  }
  return (
    <Field form={form} name="username" label={t.username} hint={t.usernameHint} required>
      {(control) => (
        <Input
          {...control}
          onChange={(event) => {
            onFault(undefined)
            return control.onChange(event)
          }}
          onBlur={(event) => {
            void check()
            return control.onBlur(event)
          }}
          size="lg"
          autoComplete="username"
          spellCheck={false}
          maxLength={39}
        />
      )}
    </Field>
  )
}
