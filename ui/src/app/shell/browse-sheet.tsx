import { useRouter, useRouterState } from '@tanstack/react-router'
import { Blocks, Database, Image, Languages, Monitor, Package, Puzzle, Search, Sun, type LucideIcon } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { UrlType } from '@/lib/api/types'
import { contentTypes, typeOf, typeOfListing } from '@/lib/content-types'
import { keepEnterForIme } from '@/lib/ime'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
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
  const [type, setType] = useState<string>((typeOfListing(segment) ?? typeOf(segment))?.id ?? 'mod')
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const path = typeOf(type)?.path ?? '/mods'
    onClose()
    void router.navigate({ href: text.trim() ? `${path}?q=${encodeURIComponent(text.trim())}` : path })
  }
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={search ? t.search : t.browseTitle}>
      <form className={sheetCss.find} role="search" aria-label={t.searchAll} onSubmit={submit}>
        <div className={fieldCss.root}>
          <select aria-label={t.types} value={type} onChange={(event) => setType(event.target.value)}>
            {contentTypes.map((one) => (
              <option key={one.id} value={one.id}>
                {one.label}
              </option>
            ))}
          </select>
          {/* After pressing 搜索 the field itself should have the focus. */}
          <input
            data-autofocus={search || undefined}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={keepEnterForIme}
            aria-label={t.searchAll}
            placeholder={t.searchPlaceholder}
            enterKeyHint="search"
            autoComplete="off"
          />
        </div>
        <Button type="submit" kind="primary" aria-label={t.search}>
          <Search className={ui.icon} aria-hidden />
        </Button>
      </form>
      <nav className={sheetCss.types} aria-label={t.types}>
        {contentTypes.map(({ id, label, path }) => {
          const Icon = icons[id]
          return (
            <PathLink key={id} href={path} onClick={onClose} aria-current={segment === path.slice(1) ? 'page' : undefined}>
              <Icon className={ui.icon20} aria-hidden />
              {label}
            </PathLink>
          )
        })}
      </nav>
    </Dialog>
  )
}
