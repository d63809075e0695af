import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import type { ContentType } from '@/lib/content-types'
import { useGameSetup } from '@/stores/game-setup'
import { chosenPlaying } from './model/playing'
import { changed, type ListingSearch } from './model/search-state'

const DEBOUNCE_MS = 200

/** Changes what is searched without a new step in the history and without moving the page. */
export function useSetSearch(type: ContentType): (search: ListingSearch) => void {
  const navigate = useNavigate()
  const play = useGameSetup((state) => state.play)
  return useCallback(
    (search: ListingSearch) => {
      void navigate({ to: '/$listing', params: { listing: type.path.slice(1) }, search, replace: true, resetScroll: false })
      const chosen = chosenPlaying(search)
      if (chosen) play(chosen)
    },
    [navigate, play, type],
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

/** Leads to the top of the page, as one who turns a page expects. Back and forward are left to the router. */
export function scrollToTop(): void {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  window.scrollTo({ top: 0, behavior: still ? 'auto' : 'smooth' })
}

const steps: Record<string, number> = { j: 1, k: -1 }

/** The keys j and k lead through the titles of the results. */
export function useResultKeys(results: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const step = steps[event.key]
      if (!step || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      const target = event.target instanceof HTMLElement ? event.target : undefined
      if (target?.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]')) return
      const links = [...(results.current?.querySelectorAll<HTMLAnchorElement>('article h3 a') ?? [])]
      if (links.length === 0) return
      const at = links.findIndex((link) => link.closest('article')?.contains(document.activeElement))
      const next = links[at < 0 ? (step > 0 ? 0 : links.length - 1) : at + step]
      if (!next) return
      event.preventDefault()
      next.focus()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [results])
}
