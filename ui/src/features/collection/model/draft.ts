import type { CollectionStatus } from '@/lib/api/types'
import { changesOf } from '@/lib/changes'
import type { CollectionDraft } from '../api/commands'

/** The statuses that an owner may choose. */
export const chosenStatuses: readonly CollectionStatus[] = ['listed', 'unlisted', 'private']

/** The changed fields of a collection; a picture always counts as changed. */
export function changes({ picture, ...fields }: CollectionDraft, before: Omit<CollectionDraft, 'picture'>): Partial<CollectionDraft> {
  return { ...changesOf(fields, before), ...(picture === undefined ? {} : { picture }) }
}
