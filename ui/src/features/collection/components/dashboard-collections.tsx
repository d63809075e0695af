import { FolderHeart, FolderPlus, Search, SearchX } from 'lucide-react'
import { useState } from 'react'
import '@/styles/collection.css'
import '@/styles/search.css'
import '@/styles/work.css'
import { Button } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { SearchInput } from '@/components/ui/input'
import { brandName } from '@/lib/brand'
import { collectionText as t } from '@/lib/i18n/zh-Hans/collection'
import { useLibrary } from '@/lib/library'
import { usePageHead } from '@/lib/title'
import { MAX_COLLECTIONS } from '../model/draft'
import { findByName } from '../model/view'
import { CollectionCard, FollowsCard } from './collection-card'
import { CreateCollectionDialog } from './collection-dialogs'

type DashboardCollectionsProps = { creating: boolean; onCreating: (open: boolean) => void; onCreated: (id: string) => void }

/** One's collections: what is followed first, then by name. */
export function DashboardCollections({ creating, onCreating, onCreated }: DashboardCollectionsProps) {
  usePageHead(`${t.dashboardTitle} - ${brandName()}`, { index: false })
  const library = useLibrary()
  const [text, setText] = useState('')
  const collections = library.data?.collections
  const shown = collections ? findByName(collections, text) : []
  const full = (collections?.length ?? 0) >= MAX_COLLECTIONS
  const create = (
    <Button kind="primary" size="sm" disabled={full} title={full ? t.full : undefined} onClick={() => onCreating(true)}>
      <FolderPlus className="i" aria-hidden />
      {t.create}
    </Button>
  )
  return (
    <>
      <div className="ph">
        <h1>{t.dashboardTitle}</h1>
        {collections ? <span className="sub">{t.dashboardCount(collections.length, MAX_COLLECTIONS)}</span> : null}
        <div className="end">
          {collections && collections.length > 0 ? <SearchInput size="sm" label={t.find} placeholder={t.find} value={text} onValue={setText} icon={<Search className="i" aria-hidden />} /> : null}
          {create}
        </div>
      </div>
      {library.isError && !library.data ? <ErrorCard error={library.error} onRetry={() => void library.refetch()} /> : null}
      {library.isPending ? (
        <Loading className="cells">
          {[1, 2, 3].map((key) => (
            <div className="cell card" key={key}>
              <Bone h={112} />
            </div>
          ))}
        </Loading>
      ) : null}
      {library.data ? (
        <section aria-labelledby="own-collections">
          <h2 id="own-collections" className="sr">
            {t.dashboardTitle}
          </h2>
          <div className="cells">
            {text.trim() ? null : <FollowsCard count={library.data.follows.length} />}
            {shown.map((one) => (
              <CollectionCard key={one.id} collection={one} />
            ))}
          </div>
          {collections?.length === 0 ? (
            <Empty className="card mt-3" icon={FolderHeart} title={t.emptyDashboard} hint={t.emptyDashboardHint}>
              <Button onClick={() => onCreating(true)}>
                <FolderPlus className="i" aria-hidden />
                {t.create}
              </Button>
            </Empty>
          ) : text.trim() && shown.length === 0 ? (
            <Empty className="card" icon={SearchX} title={t.noneFound}>
              <Button onClick={() => setText('')}>{t.clear}</Button>
            </Empty>
          ) : null}
        </section>
      ) : null}
      <CreateCollectionDialog open={creating} onOpenChange={onCreating} onCreated={({ id }) => onCreated(id)} />
    </>
  )
}
