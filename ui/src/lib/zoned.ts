import { formatDateTime } from './format'

const two = (value: number) => String(value).padStart(2, '0')

/** Date and minute with their zone, for an end that a sentence states: 2026年11月30日 14:39 UTC+8. */
export function formatZoned(time: string): string {
  const east = -new Date(time).getTimezoneOffset()
  if (Number.isNaN(east)) return ''
  const [hours, minutes] = [Math.floor(Math.abs(east) / 60), Math.abs(east) % 60]
  const zone = east === 0 ? 'UTC' : `UTC${east < 0 ? '-' : '+'}${hours}${minutes ? `:${two(minutes)}` : ''}`
  return `${formatDateTime(time)} ${zone}`
}
