import * as v from 'valibot'
import { textBetween } from '@/components/form/schemas'

const MOST = 64

/** The name of a backup: one line. */
export const nameBetween = (min: number, words: string) =>
  v.pipe(
    textBetween(min, MOST, words),
    v.check((text) => !/[\r\n]/.test(text), words),
  )
