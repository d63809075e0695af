import { useQuery } from '@tanstack/react-query'
import { PathLink } from '@/components/layout/path-link'
import { NavTabs } from '@/components/ui/tabs-nav'
import type { CollectionPage } from '@/lib/api/types'
import { typeOfSegment } from '@/lib/content-types'
import { formatExact } from '@/lib/format'
import { collectionText as t } from '@/lib/i18n/zh-Hans/collection'
import { isStaff, useSession } from '@/lib/session'
import { collectionQueries } from '../api/queries'
import type { CollectionSearch } from '../model/address'
import { typesOf } from '../model/view'
import { CollectionHeader } from './collection-header'
import { CollectionProjects } from './collection-projects'
import tabsCss from '@/components/ui/tabs.module.css'
import collectionProjectsCss from './collection-projects.module.css'

type CollectionScreenProps = {
  id: string /** `mods`, or nothing for all types. */
  segment?: string
  search: CollectionSearch
  onSearch: (search: CollectionSearch) => void
}

/** A collection's page. The collection must be in the cache. */
export function CollectionScreen({ id, segment, search, onSearch }: CollectionScreenProps) {
  const { data: page } = useQuery(collectionQueries.page(id))
  const user = useSession()
  if (!page) return null
  const mine = Boolean(user) && page.user?.id === user?.id
  const type = typeOfSegment(segment)
  return (
    <>
      <CollectionHeader page={page} mine={mine} admin={isStaff(user) && user?.role === 'admin'} />
      <TypeTabs page={page} open={type?.id} search={search} />
      <CollectionProjects page={page} mine={mine} type={type} search={search} onSearch={onSearch} />
    </>
  )
}

function TypeTabs({ page, open, search }: { page: CollectionPage; open: string | undefined; search: CollectionSearch }) {
  const types = typesOf(page.projects)
  if (types.length < 2 && !open) return null
  const tabs = [
    { id: undefined, label: t.all, count: page.projects.length },
    ...types.map(({ type, count }) => ({ id: type.id, label: type.label, count })),
  ]
  return (
    <NavTabs label={t.tabsLabel} className={collectionProjectsCss.tabs}>
      {tabs.map(({ id, label, count }) => (
        <PathLink
          key={label}
          keepScroll
          to="/collection/$id/{-$projectType}"
          params={{ id: page.id, projectType: id }}
          search={search}
          className={id === open ? tabsCss.on : undefined}
          aria-current={id === open ? 'page' : undefined}
        >
          {label}
          <small>{formatExact(count)}</small>
        </PathLink>
      ))}
    </NavTabs>
  )
}
