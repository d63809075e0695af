import type { Organization, OwnedHit } from '@/lib/api/types'
import { SLUG_MAX, SLUG_MIN, slugProblem } from '@/lib/slug'
import { organizationText as t } from '@/lib/i18n/zh-Hans/organization'

export const NAME = { min: 3, max: 64 }
export const DESCRIPTION = { min: 3, max: 256 }

/** What is wrong with the length of a text, if anything. */
export function within(text: string, { min, max }: { min: number; max: number }): string | undefined {
  const length = [...text.trim()].length
  return length < min || length > max ? t.lengthRange(min, max) : undefined
}

/** What is wrong with a slug, if anything. */
export function slugError(slug: string, taken: boolean): string | undefined {
  const problem = slugProblem(slug)
  if (problem === 'length') return t.lengthRange(SLUG_MIN, SLUG_MAX)
  if (problem) return t.slugWrong
  return taken ? t.slugTaken : undefined
}

/** Projects that their owner may give away: not in an organisation yet, and his own. */
export function movable(hits: readonly OwnedHit[], user: string): OwnedHit[] {
  return hits.filter((hit) => hit.organization === null && hit.author_id === user)
}

/** Those one belongs to, and those that wait for an answer. */
export function sortOut(list: readonly Organization[], user: string): { joined: Organization[]; waiting: Organization[] } {
  const accepted = (one: Organization) => one.members.some((member) => member.user.id === user && member.accepted)
  return { joined: list.filter(accepted), waiting: list.filter((one) => !accepted(one)) }
}
