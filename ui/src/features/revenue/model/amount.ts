import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import { centsOf, formatCents, parseAmount } from '@/lib/money'
import type { PayoutMethod } from '../types'

/** Amounts that are offered beside the field, in cents. */
const QUICK = [5_000, 10_000, 50_000, 100_000]
const MOST_QUICK = 3

/** The amounts of a method, and what an account has, in cents. */
export type Bounds = { min: number; max: number; fixed: readonly number[]; available: number; currency: string }

export function boundsOf({ interval }: PayoutMethod, available: number, currency: string): Bounds {
  const fixed = (interval.fixed?.values ?? []).map(centsOf).sort((a, b) => a - b)
  const min = fixed[0] ?? centsOf(interval.standard?.min ?? 0)
  const max = fixed.at(-1) ?? centsOf(interval.standard?.max ?? 0)
  return { min, max, fixed, available: centsOf(available), currency }
}

/** The largest amount that can be asked for: whole cents, of what is there and of what the method pays. */
export const mostOf = ({ max, available }: Bounds): number => Math.max(0, Math.min(max, available))

/** Why an amount cannot be asked for; undefined where it can. */
export function amountProblem(text: string, bounds: Bounds): string | undefined {
  const cents = parseAmount(text)
  const shown = (value: number) => formatCents(value, bounds.currency)
  if (cents === undefined) return t.withdraw.wrong
  if (cents > bounds.available) return t.withdraw.short(shown(bounds.available))
  if (cents < bounds.min || cents === 0) return t.withdraw.below(shown(bounds.min))
  if (cents > bounds.max) return t.withdraw.above(shown(bounds.max))
  if (bounds.fixed.length > 0 && !bounds.fixed.includes(cents)) return t.withdraw.fixed
  return undefined
}

/** Amounts to press, in cents: the method's own, or some round ones. */
export function quickAmounts(bounds: Bounds): number[] {
  if (bounds.fixed.length > 0) return bounds.fixed.filter((one) => one <= bounds.available)
  return QUICK.filter((one) => one >= bounds.min && one < mostOf(bounds)).slice(-MOST_QUICK)
}
