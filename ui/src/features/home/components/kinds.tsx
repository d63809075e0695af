import { useQuery } from '@tanstack/react-query'
import { Blocks, Database, Image, Languages, Monitor, Package, Puzzle, Sun, type LucideIcon } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import type { UrlType } from '@/lib/api/types'
import { contentTypes } from '@/lib/content-types'
import { formatExact } from '@/lib/format'
import { homeText as t } from '@/lib/i18n/zh-Hans/home'
import { listingParams } from '@/lib/links'
import { typeCountsQuery } from '../queries'
import ui from '@/components/ui/ui.module.css'
import css from './kinds.module.css'

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

/** The eight types, each with how many there are. */
export function Kinds() {
  const counts = useQuery(typeCountsQuery)
  return (
    <nav className={css.root} aria-label={t.browse}>
      {contentTypes.map((type) => {
        const { id, label } = type
        const Icon = icons[id]
        const count = counts.data && (counts.data[`project_type:${id}`] ?? 0)
        return (
          <PathLink key={id} className={ui.card} to="/$listing" params={listingParams(type)}>
            <span className={css.icon}>
              <Icon className={ui.icon20} aria-hidden />
            </span>
            <span>
              <b>{label}</b>
              {count === undefined ? null : <small>{count === 0 ? t.none : formatExact(count)}</small>}
            </span>
          </PathLink>
        )
      })}
    </nav>
  )
}
