import { centsOf } from '@/lib/money'
import type { PayoutBalance, PayoutMethod } from '../types'

/** What keeps an account from withdrawing, the most general first. */
export type Obstacle = 'paused' | 'methods' | 'frozen' | 'verified' | 'factor' | 'debt' | 'open' | 'nothing' | 'minimum'

const MAX_OPEN = 5

/** The least amount that a method pays. */
export function leastOf({ interval }: Pick<PayoutMethod, 'interval'>): number {
  const values = interval.fixed?.values.map(centsOf)
  return values?.length ? Math.min(...values) : centsOf(interval.standard?.min ?? 0)
}

/** The obstacles of an account; the least amount of any method, in cents, is undefined while it is unknown. */
export function obstaclesOf({ available, standing }: Pick<PayoutBalance, 'available' | 'standing'>, least: number | undefined): Obstacle[] {
  const cents = centsOf(available)
  const found: [Obstacle, boolean][] = [
    ['paused', standing.paused],
    ['methods', !standing.methods],
    ['frozen', standing.frozen],
    ['verified', !standing.verified],
    ['factor', !standing.factor],
    ['debt', standing.debt || cents < 0],
    ['open', standing.open >= MAX_OPEN],
    ['nothing', !standing.debt && cents === 0],
    ['minimum', least !== undefined && cents > 0 && cents < least],
  ]
  return found.filter(([, holds]) => holds).map(([name]) => name)
}
