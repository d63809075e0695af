import { cleanup, configure } from '@testing-library/react'
import { useLocale } from '@/lib/locale'
import { useGameSetup } from '@/stores/game-setup'
import { useDeveloperMode, useFlags } from '@/stores/flags'
import { usePrefs } from '@/stores/prefs'
import { useSheet } from '@/stores/sheet'
import { useTheme } from '@/stores/theme'
import { useToasts } from '@/stores/toasts'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import type { StoreApi } from 'zustand'
import { server } from './server'

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 30_000 })

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  cleanup()
  server.resetHandlers()
})

const reset = <T>(store: StoreApi<T>) => store.setState(store.getInitialState(), true)

// Files share a document and its modules: each leaves them as a page that was just opened.
afterAll(() => {
  server.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0] ?? ''}=; path=/; max-age=0`
  // The next file evaluates the routes anew, and code for hot replacement would give them the components of this router.
  Reflect.deleteProperty(window, '__TSR_ROUTER__')
  document.head.replaceChildren()
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
  reset(useTheme)
  reset(usePrefs)
  reset(useFlags)
  reset(useDeveloperMode)
  reset(useSheet)
  reset(useToasts)
  reset(useGameSetup)
  reset(useLocale)
})

// What jsdom lacks and the screens use.
window.scrollTo = () => undefined
window.matchMedia ??= (query: string) =>
  ({ matches: false, media: query, addEventListener: () => undefined, removeEventListener: () => undefined }) as unknown as MediaQueryList
globalThis.ResizeObserver ??= class {
  observe() {
    return undefined
  }
  unobserve() {
    return undefined
  }
  disconnect() {
    return undefined
  }
}
globalThis.IntersectionObserver ??= class {
  readonly root = null
  readonly rootMargin = ''
  readonly thresholds = []
  observe() {
    return undefined
  }
  unobserve() {
    return undefined
  }
  disconnect() {
    return undefined
  }
  takeRecords() {
    return []
  }
} as unknown as typeof IntersectionObserver
Element.prototype.scrollIntoView ??= () => undefined
Element.prototype.hasPointerCapture ??= () => false
