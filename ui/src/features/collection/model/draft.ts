import type { CollectionStatus } from '@/lib/api/types'
import type { CollectionDraft } from '../api/commands'

const MIN_NAME = 3
export const MAX_NAME = 64
export const MAX_DESCRIPTION = 255
/** How many collections an account may have. */
export const MAX_COLLECTIONS = 32

/** What an owner may choose. */
export const chosenStatuses: readonly CollectionStatus[] = ['listed', 'unlisted', 'private']

const length = (text: string) => [...text.trim()].length

/** Which fields the server would refuse. */
export function problems({ name, description }: Pick<CollectionDraft, 'name' | 'description'>): { name: boolean; description: boolean } {
  return { name: length(name) < MIN_NAME || length(name) > MAX_NAME, description: length(description) > MAX_DESCRIPTION }
}

/** Only the fields that differ from what stands. */
export function changes(draft: CollectionDraft, before: Omit<CollectionDraft, 'picture'>): Partial<CollectionDraft> {
  const out: Partial<CollectionDraft> = {}
  if (draft.name.trim() !== before.name) out.name = draft.name.trim()
  if (draft.description.trim() !== before.description) out.description = draft.description.trim()
  if (draft.status !== before.status) out.status = draft.status
  if (draft.picture !== undefined) out.picture = draft.picture
  return out
}
