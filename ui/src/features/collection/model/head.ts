import type { CollectionPage } from '@/lib/api/types'
import { brandName } from '@/lib/brand'
import { formatExact } from '@/lib/format'
import type { Head } from '@/lib/head'
import { collectionText as t } from '@/lib/i18n/zh-Hans/collection'

/** The head of a collection's page. Search engines see listed ones only. */
export function collectionHead(page: CollectionPage | undefined): Head | undefined {
  if (!page) return undefined
  const name = page.following ? t.followsName : page.name
  return {
    title: t.pageTitle(name, brandName()),
    description: page.description || t.pageDescription(name, page.user?.username ?? '', formatExact(page.projects.length)),
    noindex: page.status !== 'listed',
  }
}
