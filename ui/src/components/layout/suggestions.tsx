import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Clock, Search, TrendingUp } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { CategoryIcon } from '@/components/ui/category-icon'
import { Pic } from '@/components/ui/pic'
import { reading } from '@/lib/api/client'
import { cn } from '@/lib/cn'
import { directoryText as t } from '@/lib/i18n/zh-Hans/directory'
import { popularSearches } from '@/lib/popular-searches'
import { forgetSearches, recentSearches, remember } from '@/lib/recent-searches'
import { tagQueries } from '@/lib/tags'
import { AddressLink } from './address-link'
import { suggestionsOf, type Suggestion } from './suggestion-list'
import ui from '@/components/ui/ui.module.css'
import css from './suggestions.module.css'

const DEBOUNCE_MS = 120
/** Keys that move the caret: the text is meant again, not an option. */
const caretKeys = new Set(['Home', 'End', 'ArrowLeft', 'ArrowRight'])

function suggestQuery(q: string) {
  return queryOptions({ queryKey: ['suggest', q] as const, ...reading('/v3/suggest', { query: { q } }), staleTime: 10_000 })
}

/** The text of a field once it rests for a moment and no input method composes it. */
function useSettled(input: HTMLInputElement, text: string): string {
  const [settled, setSettled] = useState(text)
  const [composing, setComposing] = useState(false)
  useEffect(() => {
    const begin = () => setComposing(true)
    const end = () => setComposing(false)
    input.addEventListener('compositionstart', begin)
    input.addEventListener('compositionend', end)
    return () => {
      input.removeEventListener('compositionstart', begin)
      input.removeEventListener('compositionend', end)
    }
  }, [input])
  useEffect(() => {
    if (composing) return undefined
    const timer = setTimeout(setSettled, DEBOUNCE_MS, text)
    return () => clearTimeout(timer)
  }, [text, composing])
  return settled.trim()
}

type SuggestionsProps = { input: HTMLInputElement; text: string; onText: (text: string) => void; inline?: boolean }

/**
 * The list of a combobox: recent and popular searches for an empty field, else what the text may mean. The field keeps the focus;
 * arrows mark an option, Enter opens it, Home and End return to the text, Escape closes the list.
 */
export default function Suggestions({ input, text, onText, inline }: SuggestionsProps) {
  const router = useRouter()
  const id = useId()
  const [open, setOpen] = useState(true)
  // By address, not by place: an answer that comes while an option is marked moves the options.
  const [marked, setMarked] = useState<string>()
  const [recent, setRecent] = useState(recentSearches)
  const q = useSettled(input, text)
  const found = useQuery({ ...suggestQuery(q), enabled: q !== '', placeholderData: keepPreviousData }).data
  const categories = useQuery({ ...tagQueries.categories(), enabled: q !== '' }).data
  const popular = useQuery({ ...popularSearches(), enabled: q === '' }).data?.terms ?? []
  const groups = suggestionsOf({ q, recent, popular, found: q === '' ? undefined : found, categories: categories ?? [] })
  const options = groups.flatMap((group) => group.options)
  const shown = open && options.length > 0
  const at = options.findIndex(({ href }) => href === marked)
  const active = shown ? options[at] : undefined

  const choose = (option: Suggestion) => {
    remember(option.text ?? text)
    onText('')
    setOpen(false)
    input.blur()
    void router.navigate({ href: option.href })
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229) return
    if (event.key === 'Escape' && shown) {
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && options.length > 0) {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      // The place before the first option is the field itself.
      if (shown) setMarked(options[((at + 1 + step + options.length + 1) % (options.length + 1)) - 1]?.href)
      setOpen(true)
    } else if (caretKeys.has(event.key)) {
      setMarked(undefined)
    } else if (event.key === 'Enter') {
      if (active) {
        event.preventDefault()
        choose(active)
      } else {
        remember(text)
        setOpen(false)
      }
    }
  })
  useEffect(() => {
    const show = () => {
      setRecent(recentSearches())
      setOpen(true)
    }
    const typed = () => {
      setMarked(undefined)
      setOpen(true)
    }
    const hide = () => setOpen(false)
    const key = (event: KeyboardEvent) => press(event)
    input.addEventListener('focus', show)
    input.addEventListener('input', typed)
    input.addEventListener('blur', hide)
    input.addEventListener('keydown', key)
    return () => {
      input.removeEventListener('focus', show)
      input.removeEventListener('input', typed)
      input.removeEventListener('blur', hide)
      input.removeEventListener('keydown', key)
    }
  }, [input])
  // The field is written by another component, which does not know these attributes.
  useEffect(() => {
    const set = { role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': String(shown), 'aria-controls': id }
    for (const [name, value] of Object.entries(set)) input.setAttribute(name, value)
    if (active) input.setAttribute('aria-activedescendant', `${id}-${at}`)
    else input.removeAttribute('aria-activedescendant')
  }, [input, id, shown, active, at])

  let number = -1
  return (
    // A press must not take the focus from the field: the list would close before the press ends.
    <div className={cn(css.root, inline && css.inline)} hidden={!shown} onMouseDown={(event) => event.preventDefault()} role="presentation">
      <div role="listbox" id={id} aria-label={t.suggestions}>
        {groups.map((group) => (
          <div key={group.name} role="group" aria-labelledby={`${id}-${group.id}`}>
            <p id={`${id}-${group.id}`} className={css.group}>
              {group.name}
            </p>
            {group.options.map((option) => {
              number += 1
              const place = number
              return (
                <AddressLink
                  key={option.href}
                  href={option.href}
                  id={`${id}-${place}`}
                  role="option"
                  aria-selected={place === at}
                  tabIndex={-1}
                  prepares={false}
                  className={cn(css.option, place === at && css.active)}
                  onClick={(event) => {
                    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
                    event.preventDefault()
                    choose(option)
                  }}
                >
                  <Picture option={option} />
                  <span className={cn(css.label, ui.clip)}>{option.label}</span>
                  {option.note ? <small className={ui.subtle}>{option.note}</small> : null}
                </AddressLink>
              )
            })}
          </div>
        ))}
      </div>
      {q === '' && recent.length > 0 ? (
        <button
          type="button"
          tabIndex={-1}
          className={css.forget}
          onClick={() => {
            forgetSearches()
            setRecent([])
          }}
        >
          {t.forget}
        </button>
      ) : null}
    </div>
  )
}

function Picture({ option: { picture } }: { option: Suggestion }) {
  switch (picture.kind) {
    case 'recent':
      return <Clock className={ui.icon} aria-hidden />
    case 'popular':
      return <TrendingUp className={ui.icon} aria-hidden />
    case 'type':
      return <Search className={ui.icon} aria-hidden />
    case 'tag':
      return <CategoryIcon name={picture.name} className={ui.icon} />
    default:
      return <Pic src={picture.src} project={picture.project} name={picture.name} size={24} color={picture.color} round={picture.round} />
  }
}
