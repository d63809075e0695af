import type { CollectionPage } from '@/lib/api/types'
import { brandName } from '@/lib/brand'
import { titleOfType, type Head } from '@/lib/head'
import { collectionDescription } from '@/lib/descriptions.gen'
import { collectionTitle } from '@/lib/heads.gen'

/** The head of a collection's page, of all types or of one; private collections have that of their path. Search engines see listed ones only. */
export function collectionHead(page: CollectionPage | undefined, type: string | undefined): Head | undefined {
  if (!page || page.following) return undefined
  return {
    title: titleOfType(type, collectionTitle({ name: page.name, brand: brandName() })),
    description: page.description || collectionDescription({ name: page.name, count: String(page.projects.length) }),
    noindex: page.status !== 'listed',
  }
}
