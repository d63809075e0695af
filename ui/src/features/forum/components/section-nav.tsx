import { PathLink } from '@/components/layout/path-link'
import { useCurrentInSight } from '@/components/ui/use-current-in-sight'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { forumPages } from '@/lib/forum-pages.gen'
import { forumText as t } from '@/lib/i18n/zh-Hans/forum'
import type { Forums } from '../api'
import type { ForumPage } from '../sections'
import settingsLayoutCss from '@/components/ui/settings-layout.module.css'
import css from './forum.module.css'

const groups = [...new Set(forumPages.map((page) => page.group))]

/** The sections in their groups, with their numbers of discussions as soon as these are known. */
export function SectionNav({ here, counted }: { here: ForumPage; counted: Forums['sections'] | undefined }) {
  const bar = useCurrentInSight()
  const count = (id: string) => {
    const of = counted?.filter((section) => id === 'all' || section.id === id)
    return of ? formatExact(of.reduce((sum, { discussions }) => sum + discussions, 0)) : null
  }
  return (
    <nav ref={bar} className={cn(settingsLayoutCss.nav, css.nav)} aria-label={t.sections}>
      {groups.map((group) => [
        group ? (
          <span key={group} className={css.group}>
            {group}
          </span>
        ) : null,
        ...forumPages
          .filter((page) => page.group === group)
          .map(({ id, title }) => (
            <PathLink
              key={id}
              to="/forums/$forum"
              params={{ forum: id }}
              className={id === here.id ? settingsLayoutCss.on : undefined}
              aria-current={id === here.id ? 'page' : undefined}
            >
              {title}
              <small>{count(id)}</small>
            </PathLink>
          )),
      ])}
      <PathLink to="/forums/search">{t.search}</PathLink>
    </nav>
  )
}
