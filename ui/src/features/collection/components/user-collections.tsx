import { useQuery } from '@tanstack/react-query'
import { FolderHeart } from 'lucide-react'
import '@/styles/collection.css'
import '@/styles/search.css'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { collectionText as t } from '@/lib/i18n/zh-Hans/collection'
import { collectionQueries } from '../api/queries'
import { CollectionCard } from './collection-card'

/** The collections of a person that the visitor may see. `user` is an account's id or name. */
export default function UserCollections({ user }: { user: string }) {
  const collections = useQuery(collectionQueries.ofUser(user))
  if (collections.isError && !collections.data) return <ErrorCard error={collections.error} onRetry={() => void collections.refetch()} />
  if (!collections.data) {
    return (
      <Loading className="cells cells-2">
        {[1, 2].map((key) => (
          <div className="cell card" key={key}>
            <Bone h={112} />
          </div>
        ))}
      </Loading>
    )
  }
  if (collections.data.length === 0) return <Empty className="card" icon={FolderHeart} title={t.noUserCollections} hint={t.noUserCollectionsHint} />
  return (
    <section aria-labelledby="collections-title">
      <h2 id="collections-title" className="sr">
        {t.userCollections}
      </h2>
      <div className="cells cells-2">
        {collections.data.map((one) => (
          <CollectionCard key={one.id} collection={one} />
        ))}
      </div>
    </section>
  )
}
