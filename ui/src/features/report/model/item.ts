export const itemTypes = ['project', 'version', 'user', 'collection', 'organization', 'discussion', 'post', 'issue', 'comment'] as const
export type ItemType = (typeof itemTypes)[number]
export const reasons = ['spam', 'copyright', 'inappropriate', 'malicious', 'name-squatting'] as const
export type Reason = (typeof reasons)[number]

export const isItemType = (text: unknown): text is ItemType => itemTypes.some((one) => one === text)
/** What an address asks to report; a project by default. */
export function reportedItem({ itemType, itemId }: Record<string, unknown>): { itemType: ItemType; itemId: string } {
  return {
    itemType: isItemType(itemType) ? itemType : 'project',
    itemId: typeof itemId === 'string' && itemId.length <= 512 ? itemId : '',
  }
}

export const isReason = (text: unknown): text is Reason => reasons.some((one) => one === text)

/** What gives the picture of a reported item its form, as everywhere else. */
export function seedOf(type: ItemType, id: string): { round: true } | { project: string } | { id: string } {
  switch (type) {
    case 'user':
      return { round: true }
    case 'project':
      return { project: id }
    default:
      return { id }
  }
}
