import { isBusy, type UploadRow } from '@/lib/uploads/rows'

/** Rows that are shown; of what waits the rest is only counted. */
const MOST = 8

/** All uploads together. `sent` and `rate` are bytes and bytes a second. */
export function sumsOf(rows: readonly UploadRow[]) {
  const counted = rows.filter(({ state }) => state !== 'cancelled')
  const sum = (of: (row: UploadRow) => number) => counted.reduce((total, row) => total + of(row), 0)
  return {
    all: counted.length,
    done: counted.filter(({ state }) => state === 'done').length,
    bytes: sum(({ size, state }) => (state === 'failed' ? 0 : size)),
    sent: sum(({ size, sent, state }) => (state === 'done' ? size : state === 'failed' ? 0 : sent)),
    rate: sum(({ rate, state }) => (state === 'sending' ? rate : 0)),
  }
}

const weight = ({ state }: UploadRow) =>
  state === 'failed' ? 0 : state === 'waiting' ? 2 : state === 'done' || state === 'cancelled' ? 3 : 1

/** Failed uploads and running ones first, then what waits, then what is done. All failed ones are shown. */
export function shownRows<T>(rows: readonly UploadRow<T>[]): { shown: readonly UploadRow<T>[]; hidden: number } {
  const order = [...rows].sort((a, b) => weight(a) - weight(b))
  const failed = rows.filter(({ state }) => state === 'failed').length
  const shown = order.slice(0, Math.max(MOST, failed))
  return { shown, hidden: rows.filter((row) => isBusy(row) && !shown.includes(row)).length }
}
