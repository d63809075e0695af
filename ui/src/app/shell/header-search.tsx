import { useRouter, useRouterState } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { cn } from '@/lib/cn'
import { typeOf, typeOfListing } from '@/lib/content-types'
import { flagOn } from '@/stores/flags'
import { useSheet } from '@/stores/sheet'
import { keepEnterForIme } from '@/lib/ime'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
import fieldCss from '@/components/ui/field.module.css'
import ui from '@/components/ui/ui.module.css'
import appHeaderCss from './app-header.module.css'

function writing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

/** The global search: in the open type, otherwise in mods. The keys / and Ctrl K focus it, on a phone they open
 * the sheet. */
export function HeaderSearch() {
  const router = useRouter()
  const segment = useRouterState({ select: (state) => state.location.pathname.split('/')[1] ?? '' })
  const listing = typeOfListing(segment)
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.isComposing || event.altKey || event.shiftKey || !flagOn('shortcuts')) return
      const command = event.ctrlKey || event.metaKey
      const slash = event.key === '/' && !command && !writing(event.target)
      const k = event.key.toLowerCase() === 'k' && command && !(event.target instanceof HTMLElement && event.target.closest('.cm-editor'))
      if (!slash && !k) return
      event.preventDefault()
      const here = document.querySelector<HTMLInputElement>('[data-search-main] input')
      const field = here ?? input.current
      if (field?.offsetParent) {
        field.focus()
        field.select()
      } else useSheet.getState().open('search')
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const path = (listing ?? typeOf(segment))?.path ?? '/mods'
    void router.navigate({ href: text.trim() ? `${path}?q=${encodeURIComponent(text.trim())}` : path })
    input.current?.blur()
    setText('')
  }

  // A listing has its own search field, so the header shows none.
  if (listing) return <span className={cn(appHeaderCss.search, appHeaderCss.searchOff)} />
  return (
    <form className={cn(fieldCss.root, fieldCss.sm, appHeaderCss.search)} role="search" aria-label={t.searchAll} onSubmit={submit}>
      <Search className={ui.icon} aria-hidden />
      <input
        ref={input}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={keepEnterForIme}
        aria-label={t.searchAll}
        placeholder={t.searchAll}
        enterKeyHint="search"
        autoComplete="off"
      />
      <kbd aria-hidden>/</kbd>
    </form>
  )
}
