import * as v from 'valibot'
import { formText as t } from '@/lib/i18n/zh-Hans/form'
import { SLUG_MAX, SLUG_MIN, slugProblem } from '@/lib/slug'

/** Characters as the server counts them. */
const points = (text: string): number => [...text].length

/** A text of so many characters, trimmed. */
export const textBetween = (min: number, max: number, words: string = t.lengthRange(min, max)) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => points(text) >= min && points(text) <= max, words),
  )

/** An address that may still be free; `taken` is what is known when the form is sent. */
export const slugText = (taken: () => boolean) =>
  v.pipe(
    v.string(),
    v.check((slug) => slugProblem(slug) !== 'length', t.lengthRange(SLUG_MIN, SLUG_MAX)),
    v.check((slug) => slugProblem(slug) !== 'characters', t.slugWrong),
    v.check(() => !taken(), t.slugTaken),
  )
