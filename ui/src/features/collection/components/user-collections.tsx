import { useQuery } from '@tanstack/react-query'
import { FolderHeart } from 'lucide-react'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { cn } from '@/lib/cn'
import { collectionText as t } from '@/lib/i18n/zh-Hans/collection'
import { collectionQueries } from '../api/queries'
import { CollectionCard } from './collection-card'
import projectCardCss from '@/components/ui/project-card.module.css'
import ui from '@/components/ui/ui.module.css'

/** The collections of a person that the visitor may see. `user` is an account's id or name. */
export default function UserCollections({ user }: { user: string }) {
  const collections = useQuery(collectionQueries.ofUser(user))
  if (collections.isError && !collections.data) return <ErrorCard error={collections.error} onRetry={() => void collections.refetch()} />
  if (!collections.data) {
    return (
      <Loading className={cn(projectCardCss.cells, projectCardCss.cells2)}>
        {[1, 2].map((key) => (
          <div className={cn(projectCardCss.cell, ui.card)} key={key}>
            <Bone h={112} />
          </div>
        ))}
      </Loading>
    )
  }
  if (collections.data.length === 0)
    return <Empty className={ui.card} icon={FolderHeart} title={t.noUserCollections} hint={t.noUserCollectionsHint} />
  return (
    <section aria-labelledby="collections-title">
      <h2 id="collections-title" className={ui.visuallyHidden}>
        {t.userCollections}
      </h2>
      <div className={cn(projectCardCss.cells, projectCardCss.cells2)}>
        {collections.data.map((one) => (
          <CollectionCard key={one.id} collection={one} />
        ))}
      </div>
    </section>
  )
}
