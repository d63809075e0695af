import { revenueStaffText as t } from '@/lib/i18n/zh-Hans/revenue-staff'

const ALONE_AFTER_MS = 24 * 3_600_000

type Begun = { by: { id: string } | null; at: string | null }

/** Why somebody cannot confirm what was begun: a second person must, or where there is none, the first one a day later. */
export function secondProblem({ by, at }: Begun, me: string | undefined, alone: boolean, now: number = Date.now()): string | undefined {
  if (by === null || by.id !== me) return undefined
  if (!alone) return t.second
  return at !== null && now < Date.parse(at) + ALONE_AFTER_MS ? t.alone : undefined
}
