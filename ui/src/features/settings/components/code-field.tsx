import { FormField, Input } from '@/components/ui/input'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import codeFieldCss from '@/components/ui/code-field.module.css'

type CodeFieldProps = { label?: string; hint?: string; value: string; onValue: (value: string) => void; error?: string | undefined; figures?: boolean }

/** A code of the second factor. */
export function CodeField({ label = t.code, hint, value, onValue, error, figures }: CodeFieldProps) {
  return (
    <FormField label={label} hint={hint} error={error} required>
      {(control) => (
        <Input
          {...control}
          className={codeFieldCss.root}
          inputMode={figures ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={figures ? 7 : 20}
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </FormField>
  )
}
