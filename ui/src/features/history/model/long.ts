import type { FieldChange } from '../api'

/** Texts of many lines are compared line by line. */
export function isLong(field: FieldChange): boolean {
  return field.kind === 'text' && (field.field === 'body' || field.field === 'changelog')
}
