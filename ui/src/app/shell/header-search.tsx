import { useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { Suggested } from '@/components/layout/suggested'
import { cn } from '@/lib/cn'
import { keepEnterForIme } from '@/lib/ime'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
import fieldCss from '@/components/ui/field.module.css'
import ui from '@/components/ui/ui.module.css'
import appHeaderCss from './app-header.module.css'

/** The search of everything. */
export function HeaderSearch() {
  const router = useRouter()
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void router.navigate({ to: '/$listing', params: { listing: 'search' }, search: { q: text.trim() } })
    input.current?.blur()
    setText('')
  }

  return (
    <form
      className={cn(fieldCss.root, fieldCss.sm, appHeaderCss.search)}
      role="search"
      action="/search"
      aria-label={t.searchAll}
      onSubmit={submit}
    >
      <Search className={ui.icon} aria-hidden />
      <input
        ref={input}
        name="q"
        maxLength={200}
        data-search-header
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={keepEnterForIme}
        aria-label={t.searchAll}
        placeholder={t.searchAll}
        enterKeyHint="search"
        autoComplete="off"
      />
      <kbd aria-hidden>/</kbd>
      <Suggested field={input} text={text} onText={setText} />
    </form>
  )
}
