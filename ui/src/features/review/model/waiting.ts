export { formatSpan, secondsSince } from '@/lib/span'

/** Below this number of decisions a median says nothing. */
export const ENOUGH = 5

const HOUR = 3600
const DAY = 24 * HOUR
/** The waiting time at which the bar is full. */
const FULL_HOURS = 56

export type WaitTone = 'calm' | 'warn' | 'bad'

/** Amber after one day of waiting, red after two. */
export function waitTone(seconds: number): WaitTone {
  if (seconds >= 2 * DAY) return 'bad'
  return seconds >= DAY ? 'warn' : 'calm'
}

/** How much of the bar is filled, from 0 to 1. */
export function waitShare(seconds: number): number {
  return Math.min(1, Math.max(0, seconds / (FULL_HOURS * HOUR)))
}
