import { Field } from '@/components/form/form'
import type { FieldsOf } from '@/components/form/use-app-form'
import { FormField, Textarea } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import { translationText as t } from '@/lib/i18n/zh-Hans/translation'
import type { Language } from '../api'
import { languages } from '../model/fields'

type DescribedProps = {
  form: FieldsOf<'description'>
  language: { value: Language; onValue: (value: Language) => void }
}

/** The language and the description of a translation. */
export function DescribedFields({ form, language }: DescribedProps) {
  return (
    <>
      <FormField label={t.language}>
        {() => (
          <NativeSelect
            label={t.language}
            value={language.value}
            options={languages}
            onValue={(value) => language.onValue(value as Language)}
          />
        )}
      </FormField>
      <Field form={form} name="description" label={t.description} hint={t.descriptionHint}>
        {(control) => <Textarea {...control} rows={3} />}
      </Field>
    </>
  )
}
