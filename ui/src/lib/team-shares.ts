import type { Member } from '@/lib/api/types'

type Weighted = Pick<Member, 'accepted' | 'payouts_split'> & { user: { id: string } }

/** Weights have at most two decimals. */
const hundredths = (weight: number | null): number => Math.round((weight ?? 0) * 100)

/** The part of each accepted member in what a project earns from now on, in words: by weight, equal where all are zero. Empty where
 * the weights are not shown to the viewer. */
export function sharesOf(members: readonly Weighted[]): Map<string, string> {
  const sharing = members.filter(({ accepted }) => accepted)
  if (sharing.some(({ payouts_split: weight }) => weight === null)) return new Map()
  const sum = sharing.reduce((all, { payouts_split: weight }) => all + hundredths(weight), 0)
  return new Map(
    sharing.map(({ user, payouts_split: weight }) => [user.id, sum === 0 ? percent(1, sharing.length) : percent(hundredths(weight), sum)]),
  )
}

/** A part of a whole, with at most two decimals. */
function percent(part: number, whole: number): string {
  const points = Math.round((part * 10_000) / whole)
  const rest = String(points % 100)
    .padStart(2, '0')
    .replace(/0+$/, '')
  return `${Math.floor(points / 100)}${rest ? `.${rest}` : ''}%`
}
