import * as v from 'valibot'
import { textBetween } from '@/components/form/schemas'
import { backupName } from '@/lib/limits.gen'

/** The name of a backup: one line. */
export const nameBetween = (min: number, words: string) =>
  v.pipe(
    textBetween(min, backupName, words),
    v.check((text) => !/[\r\n]/.test(text), words),
  )
