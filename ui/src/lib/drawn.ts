import type { Query } from '@tanstack/react-query'
import { minPosition } from '@/lib/api/position'
import { writeCookie } from '@/lib/storage'
import { useDeveloperMode, useFlags, flagDefaults } from '@/stores/flags'

/**
 * The queries that the page was drawn with, until another one is opened. A part that is taken over late reads them, also after the
 * session has ended.
 */
export const drawnWith = new Set<Query>()

/**
 * The time of the page that the server drew, in ms, where this browser would draw the same: otherwise the application
 * replaces the page. Browsers differ by their time zone, which the server then knows for the next page, by settings that
 * only they keep, and after a command by data that is newer than the page's.
 */
export function drawnAt(root: HTMLElement): number | undefined {
  const { drawn, zone } = root.dataset
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (zone && zone !== here) writeCookie('tz', here)
  if (!drawn || zone !== here || minPosition() !== undefined) return undefined
  if (useDeveloperMode.getState().on || useFlags.getState().flags.exactTimes !== flagDefaults.exactTimes) return undefined
  return Number(drawn)
}
