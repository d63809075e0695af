import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { changesOf, useDraft } from './use-draft'

test('only what differs is sent', () => {
  expect(changesOf({ a: 1, list: ['x'] }, { a: 1, list: ['x', 'y'] })).toEqual({ list: ['x'] })
})

test('a touched field keeps its draft when something newer arrives, the others follow', () => {
  const { result, rerender } = renderHook(({ saved }) => useDraft(saved), { initialProps: { saved: { title: '旧', summary: '甲' } } })
  act(() => result.current.change({ title: '新' }))
  rerender({ saved: { title: '旧', summary: '乙' } })
  expect(result.current.draft).toEqual({ title: '新', summary: '乙' })
  expect(result.current.changes).toEqual({ title: '新' })
  rerender({ saved: { title: '新', summary: '乙' } })
  expect(result.current.count).toBe(0)
})

test('reverting goes back to what is saved', () => {
  const { result } = renderHook(() => useDraft({ title: '旧' }))
  act(() => result.current.change({ title: '新' }))
  act(() => result.current.revert())
  expect(result.current.draft).toEqual({ title: '旧' })
})
