import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useMedia } from './use-media'

afterEach(() => vi.unstubAllGlobals())

test('a component follows the width of its window until it is unmounted', () => {
  let wide = false
  const listeners = new Set<() => void>()
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return wide
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }))
  const { result, unmount } = renderHook(() => useMedia('(min-width: 1024px)'))
  expect(result.current).toBe(false)
  wide = true
  act(() => listeners.forEach((tell) => tell()))
  expect(result.current).toBe(true)
  unmount()
  expect(listeners.size).toBe(0)
})
