import { textBetween } from '@/components/form/schemas'
import type { Organization, OwnedHit } from '@/lib/api/types'

/** What an organisation's name and description must be. */
export const names = { name: textBetween(3, 64), description: textBetween(3, 256) }

/** Projects that their owner may give away: not in an organisation yet, and his own. */
export function movable(hits: readonly OwnedHit[], user: string): OwnedHit[] {
  return hits.filter((hit) => hit.organization === null && hit.author_id === user)
}

/** Those one belongs to, and those that wait for an answer. */
export function sortOut(list: readonly Organization[], user: string): { joined: Organization[]; waiting: Organization[] } {
  const accepted = (one: Organization) => one.members.some((member) => member.user.id === user && member.accepted)
  return { joined: list.filter(accepted), waiting: list.filter((one) => !accepted(one)) }
}
