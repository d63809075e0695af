import { expect, test } from 'vitest'
import type { HistoryEntry } from '../api'
import { momentOf, pinOf, roundCount, roundsOf, verbOf } from './history'

function entry(type: HistoryEntry['type'], at: string, to: HistoryEntry['to'] = 'processing'): HistoryEntry {
  return { position: 1, type, at, role: 'member', actor: null, from: null, to, round: 0, message: null, points: [] }
}

const entries = [
  entry('created', '2026-01-01T00:00:00Z', 'draft'),
  entry('submitted', '2026-01-02T00:00:00Z'),
  entry('rejected', '2026-01-03T00:00:00Z', 'rejected'),
  entry('submitted', '2026-01-04T00:00:00Z'),
]

test('every submission begins a round, and the newest stands first', () => {
  const rounds = roundsOf(entries)
  expect(rounds.map((round) => [round.number, round.entries.map((one) => one.type)])).toEqual([
    [2, ['submitted']],
    [1, ['rejected', 'submitted']],
    [0, ['created']],
  ])
  expect(roundCount(entries)).toBe(2)
})

test('a round waits until its first decision', () => {
  const [open, closed] = roundsOf(entries)
  expect(open?.decided).toBeUndefined()
  expect(closed).toMatchObject({ submitted: '2026-01-02T00:00:00Z', decided: '2026-01-03T00:00:00Z' })
})

test('entries say what was done, and mark it', () => {
  expect(verbOf(entry('submitted', ''), 1)).toBe('提交审核')
  expect(verbOf(entry('submitted', ''), 2)).toBe('重新提交')
  expect(verbOf(entry('rejected', ''), 1)).toBe('拒绝')
  expect(pinOf(entry('withheld', ''))).toBe('warn')
  expect(pinOf(entry('status_changed', ''))).toBe('plain')
})

test('a moment names as much of its date as is needed', () => {
  const now = new Date(2026, 10, 21, 12).getTime()
  expect(momentOf(new Date(2026, 10, 21, 9, 5).toISOString(), now)).toBe('今天 09:05')
  expect(momentOf(new Date(2026, 0, 2, 9, 5).toISOString(), now)).toBe('01-02 09:05')
  expect(momentOf(new Date(2025, 0, 2, 9, 5).toISOString(), now)).toBe('2025-01-02')
})
