import * as v from 'valibot'
import { formText as t } from '@/lib/i18n/zh-Hans/form'
import { SLUG_MAX, SLUG_MIN, slugProblem } from '@/lib/slug'

/** Counts characters as the server does. */
const points = (text: string): number => [...text].length

/** A trimmed text with a maximum length. */
export const textBetween = (min: number, max: number, words: string = t.lengthRange(min, max)) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => points(text) >= min && points(text) <= max, words),
  )

/** An address; `taken` is the result of the last check when the form is sent. */
export const slugText = (taken: () => boolean) =>
  v.pipe(
    v.string(),
    v.check((slug) => slugProblem(slug) !== 'length', t.lengthRange(SLUG_MIN, SLUG_MAX)),
    v.check((slug) => slugProblem(slug) !== 'characters', t.slugWrong),
    v.check(() => !taken(), t.slugTaken),
  )
