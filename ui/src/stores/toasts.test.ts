import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast, useToasts } from './toasts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

test('a toast disappears after 30 seconds', () => {
  toast('资源已更新')
  vi.advanceTimersByTime(29_999)
  expect(useToasts.getState().toasts).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(useToasts.getState().toasts).toHaveLength(0)
})

test('a repeated toast is not duplicated, and its timer restarts', () => {
  toast('发生错误', '请求过快', 'error')
  vi.advanceTimersByTime(20_000)
  toast('发生错误', '请求过快', 'error')
  toast('发生错误', '另一件事', 'error')
  expect(useToasts.getState().toasts.map((one) => one.text)).toEqual(['请求过快', '另一件事'])
  vi.advanceTimersByTime(15_000)
  expect(useToasts.getState().toasts).toHaveLength(2)
})

test('the timers are paused while the pointer or the focus is inside the toasts, and then continue', () => {
  toast('资源已更新')
  vi.advanceTimersByTime(20_000)
  useToasts.getState().hold()
  vi.advanceTimersByTime(60_000)
  toast('另一条')
  expect(useToasts.getState().toasts).toHaveLength(2)
  useToasts.getState().release()
  vi.advanceTimersByTime(10_000)
  expect(useToasts.getState().toasts.map((one) => one.title)).toEqual(['另一条'])
  vi.advanceTimersByTime(20_000)
  expect(useToasts.getState().toasts).toHaveLength(0)
})

test('a toast does not follow to the next page, except one that was said by the action that led there', () => {
  toast('已关注')
  vi.advanceTimersByTime(5_000)
  toast('版本已发布')
  useToasts.getState().leave()
  expect(useToasts.getState().toasts.map((one) => one.title)).toEqual(['版本已发布'])
  vi.advanceTimersByTime(1_000)
  useToasts.getState().leave()
  expect(useToasts.getState().toasts).toHaveLength(0)
})
