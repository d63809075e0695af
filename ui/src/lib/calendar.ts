const two = (number: number): string => String(number).padStart(2, '0')

/** A day of the calendar as in the value of a date field: `2026-11-25`. */
export type Day = string

const dayOf = (date: Date): Day => `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
const dateOf = (day: Day): Date => new Date(`${day}T12:00`)

/** The day in the viewer's zone. */
export function today(now: number): Day {
  return dayOf(new Date(now))
}

/** The day of a field's value, with or without a time; undefined while it is empty or incomplete. */
export function dayIn(value: string): Day | undefined {
  const day = /^\d{4}-\d\d-\d\d(?=$|T)/.exec(value)?.[0]
  return day !== undefined && !Number.isNaN(dateOf(day).getTime()) ? day : undefined
}

/** The day some days later, or earlier. */
export function plusDays(day: Day, days: number): Day {
  const date = dateOf(day)
  date.setDate(date.getDate() + days)
  return dayOf(date)
}

/** The same day some months later, or the last of a shorter month. */
export function plusMonths(day: Day, months: number): Day {
  const date = dateOf(day)
  const wanted = date.getDate()
  date.setDate(1)
  date.setMonth(date.getMonth() + months)
  date.setDate(Math.min(wanted, new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate()))
  return dayOf(date)
}

/** The weeks that show the month of a day, from Monday to Sunday. */
export function weeksOf(day: Day): Day[][] {
  const first = `${day.slice(0, 8)}01`
  let at = plusDays(first, -((dateOf(first).getDay() + 6) % 7))
  const weeks: Day[][] = []
  while (weeks.length < 4 || at.slice(0, 7) === day.slice(0, 7)) {
    const monday = at
    weeks.push(Array.from({ length: 7 }, (_, index) => plusDays(monday, index)))
    at = plusDays(at, 7)
  }
  return weeks
}

/** The value of a field with another day: the time stays, and is noon where there was none. */
export function withDay(value: string, day: Day, timed: boolean): string {
  if (!timed) return day
  return `${day}T${/T(\d\d:\d\d)/.exec(value)?.[1] ?? '12:00'}`
}
