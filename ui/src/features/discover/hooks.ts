import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ContentType } from '@/lib/content-types'
import { changed, type ListingSearch } from './model/search-state'

const DEBOUNCE_MS = 200

/** Changes what is searched without a new step in the history and without moving the page. */
export function useSetSearch(type: ContentType): (search: ListingSearch) => void {
  const navigate = useNavigate()
  return useCallback(
    (search: ListingSearch) => {
      void navigate({ to: '/$listing', params: { listing: type.path.slice(1) }, search, replace: true, resetScroll: false })
    },
    [navigate, type],
  )
}

/** The text being typed, sent to the address a moment after the last finished letter. */
export function useSearchText(search: ListingSearch, setSearch: (search: ListingSearch) => void): [string, (text: string) => void] {
  const [text, setText] = useState(search.q ?? '')
  const sent = useRef(search.q ?? '')
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
    // The address changed by other means than typing, by Back for example.
    if ((search.q ?? '') !== sent.current) {
      sent.current = search.q ?? ''
      setText(search.q ?? '')
    }
  }, [search])
  useEffect(() => {
    if (text === sent.current) return
    const timer = setTimeout(() => {
      sent.current = text
      setSearch(changed(latest.current, { q: text || undefined }))
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, setSearch])
  return [text, setText]
}

/** Scrolls to the top, for links to another page of results; the router restores the position after back and forward. */
export function scrollToTop(): void {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  window.scrollTo({ top: 0, behavior: still ? 'auto' : 'smooth' })
}
