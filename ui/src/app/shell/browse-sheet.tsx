import { useRouter, useRouterState } from '@tanstack/react-router'
import { Blocks, Database, Image, Languages, Monitor, Package, Puzzle, Search, Sun, type LucideIcon } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Suggested } from '@/components/layout/suggested'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { UrlType } from '@/lib/api/types'
import { contentTypes, typeOf, typeOfListing } from '@/lib/content-types'
import { keepEnterForIme } from '@/lib/ime'
import { directoryText } from '@/lib/i18n/zh-Hans/directory'
import { shellText } from '@/lib/i18n/zh-Hans/shell'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
import { listingParams } from '@/lib/links'
import fieldCss from '@/components/ui/field.module.css'
import ui from '@/components/ui/ui.module.css'
import sheetCss from './sheet.module.css'

const icons: Record<UrlType, LucideIcon> = {
  mod: Blocks,
  modpack: Package,
  plugin: Puzzle,
  resourcepack: Image,
  shader: Sun,
  datapack: Database,
  software: Monitor,
  language: Languages,
}

/** A search field and the eight types. */
export default function BrowseSheet({ search, onClose }: { search: boolean; onClose: () => void }) {
  const router = useRouter()
  const segment = useRouterState({ select: (state) => state.location.pathname.split('/')[1] ?? '' })
  const [type, setType] = useState<string>(typeOfListing(segment)?.id ?? 'all')
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onClose()
    void router.navigate({
      to: '/$listing',
      params: type === 'all' ? { listing: 'search' } : listingParams(typeOf(type)),
      search: { q: text.trim() },
    })
  }
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={search ? t.search : shellText.browseTitle}>
      <form className={sheetCss.find} role="search" aria-label={t.searchAll} onSubmit={submit}>
        <div className={fieldCss.root}>
          <select aria-label={t.types} value={type} onChange={(event) => setType(event.target.value)}>
            <option value="all">{directoryText.all}</option>
            {contentTypes.map((one) => (
              <option key={one.id} value={one.id}>
                {one.label}
              </option>
            ))}
          </select>
          {/* After pressing 搜索 the field itself should have the focus. */}
          <input
            ref={input}
            maxLength={200}
            data-autofocus={search || undefined}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={keepEnterForIme}
            aria-label={t.searchAll}
            placeholder={shellText.searchPlaceholder}
            enterKeyHint="search"
            autoComplete="off"
          />
        </div>
        <Button type="submit" kind="primary" aria-label={t.search}>
          <Search className={ui.icon} aria-hidden />
        </Button>
      </form>
      <Suggested
        field={input}
        text={text}
        inline
        onText={(next) => {
          setText(next)
          if (next === '') onClose()
        }}
      />
      <nav className={sheetCss.types} aria-label={t.types}>
        {contentTypes.map((type) => {
          const Icon = icons[type.id]
          return (
            <PathLink
              key={type.id}
              to="/$listing"
              params={listingParams(type)}
              onClick={onClose}
              aria-current={segment === type.path.slice(1) ? 'page' : undefined}
            >
              <Icon className={ui.icon20} aria-hidden />
              {type.label}
            </PathLink>
          )
        })}
      </nav>
    </Dialog>
  )
}
