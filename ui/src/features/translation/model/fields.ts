import * as v from 'valibot'
import { translationText as t } from '@/lib/i18n/zh-Hans/translation'
import { translationDescription } from '@/lib/limits.gen'
import type { Language } from '../api'

export const languages: readonly { value: Language; label: string }[] = (['zh_CN', 'zh_TW', 'en_US'] as const).map((value) => ({
  value,
  label: t.languages[value],
}))

/** What a link says of the translation. */
export const described = {
  language_code: v.picklist(['zh_CN', 'zh_TW', 'en_US']),
  description: v.pipe(v.string(), v.maxLength(translationDescription, t.descriptionLong)),
}
