const two = (value: number) => String(value).padStart(2, '0')

/** 13:58:02, in the reader's time zone. */
export function clockOf(at: number | string): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? '' : `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}
