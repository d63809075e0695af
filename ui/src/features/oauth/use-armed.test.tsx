import { act, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useArmed } from './use-armed'

let see: (ratio: number) => void
let visibility: DocumentVisibilityState

beforeEach(() => {
  vi.useFakeTimers()
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(seen: (entries: { intersectionRatio: number }[]) => void) {
        see = (ratio) => seen([{ intersectionRatio: ratio }])
      }
      observe() {
        return undefined
      }
      disconnect() {
        return undefined
      }
    },
  )
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Sample() {
  const box = useRef<HTMLDivElement>(null)
  return <div ref={box}>{useArmed(box) ? 'armed' : 'waiting'}</div>
}

const armed = () => screen.queryByText('armed') !== null
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const say = (of: EventTarget, what: string) => act(() => void of.dispatchEvent(new Event(what)))

test('half a second in sight arms, and no less', () => {
  render(<Sample />)
  pass(5_000)
  expect(armed()).toBe(false)
  act(() => see(1))
  pass(499)
  expect(armed()).toBe(false)
  pass(1)
  expect(armed()).toBe(true)
})

test('half of it is not in sight', () => {
  render(<Sample />)
  act(() => see(0.5))
  pass(5_000)
  expect(armed()).toBe(false)
})

test('what goes out of sight waits again, from the beginning', () => {
  render(<Sample />)
  act(() => see(1))
  pass(400)
  act(() => see(0))
  act(() => see(1))
  pass(400)
  expect(armed()).toBe(false)
  pass(100)
  expect(armed()).toBe(true)
  act(() => see(0))
  expect(armed()).toBe(false)
})

test('a hidden page, and a window behind another, wait again', () => {
  render(<Sample />)
  act(() => see(1))
  pass(500)
  visibility = 'hidden'
  say(document, 'visibilitychange')
  expect(armed()).toBe(false)
  pass(5_000)
  visibility = 'visible'
  say(document, 'visibilitychange')
  pass(500)
  expect(armed()).toBe(true)
  say(window, 'blur')
  expect(armed()).toBe(false)
  pass(5_000)
  expect(armed()).toBe(false)
  say(window, 'focus')
  expect(armed()).toBe(false)
  pass(500)
  expect(armed()).toBe(true)
})
