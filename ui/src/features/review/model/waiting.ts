import { reviewText } from '@/lib/i18n/zh-Hans/review'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Where the bar is full. */
const FULL_HOURS = 56

export type WaitTone = 'calm' | 'warn' | 'bad'

/** Seconds from one moment to another; never below zero, as clocks differ. */
export function secondsSince(time: string, now: number): number {
  const seconds = (now - new Date(time).getTime()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0
}

/** Amber from a day of waiting, red from two. */
export function waitTone(seconds: number): WaitTone {
  if (seconds >= 2 * DAY) return 'bad'
  return seconds >= DAY ? 'warn' : 'calm'
}

/** How much of the bar is filled, from 0 to 1. */
export function waitShare(seconds: number): number {
  return Math.min(1, Math.max(0, seconds / (FULL_HOURS * HOUR)))
}

/** 2 天 4 小时, 23 小时 42 分, 5 分. */
export function formatSpan(seconds: number): string {
  const { span } = reviewText
  if (seconds < MINUTE) return span.moment
  if (seconds < HOUR) return span.minutes(Math.floor(seconds / MINUTE))
  if (seconds < DAY) return span.hours(Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / MINUTE))
  return span.days(Math.floor(seconds / DAY), Math.floor((seconds % DAY) / HOUR))
}
