import { FolderHeart, FolderPlus, Search, SearchX } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { SearchInput } from '@/components/ui/input'
import { cn } from '@/lib/cn'
import { collectionText as t } from '@/lib/i18n/zh-Hans/collection'
import { useLibrary } from '@/lib/library'
import { collectionsHeld } from '@/lib/limits.gen'
import { findByName } from '../model/view'
import { CollectionCard, FollowsCard } from './collection-card'
import { CreateCollectionDialog } from './collection-dialogs'
import pageHeadCss from '@/components/ui/page-head.module.css'
import projectCardCss from '@/components/ui/project-card.module.css'
import ui from '@/components/ui/ui.module.css'

type DashboardCollectionsProps = { creating: boolean; onCreating: (open: boolean) => void; onCreated: (id: string) => void }

/** The viewer's collections: the followed projects first, then by name. */
export function DashboardCollections({ creating, onCreating, onCreated }: DashboardCollectionsProps) {
  const library = useLibrary()
  const [text, setText] = useState('')
  const collections = library.data?.collections
  const shown = collections ? findByName(collections, text) : []
  const full = (collections?.length ?? 0) >= collectionsHeld
  const create = (
    <Button kind="primary" size="sm" disabled={full} title={full ? t.full : undefined} onClick={() => onCreating(true)}>
      <FolderPlus className={ui.icon} aria-hidden />
      {t.create}
    </Button>
  )
  return (
    <>
      <div className={pageHeadCss.root}>
        <h1>{t.dashboardTitle}</h1>
        {collections ? <span className={pageHeadCss.sub}>{t.dashboardCount(collections.length, collectionsHeld)}</span> : null}
        <div className={pageHeadCss.end}>
          {collections && collections.length > 0 ? (
            <SearchInput
              size="sm"
              label={t.find}
              placeholder={t.find}
              value={text}
              onValue={setText}
              icon={<Search className={ui.icon} aria-hidden />}
            />
          ) : null}
          {create}
        </div>
      </div>
      {library.isError && !library.data ? <ErrorCard error={library.error} onRetry={() => void library.refetch()} /> : null}
      {library.isPending ? (
        <Loading className={projectCardCss.cells}>
          {[1, 2, 3].map((key) => (
            <div className={cn(projectCardCss.cell, ui.card)} key={key}>
              <Bone h={112} />
            </div>
          ))}
        </Loading>
      ) : null}
      {library.data ? (
        <section aria-labelledby="own-collections">
          <h2 id="own-collections" className={ui.visuallyHidden}>
            {t.dashboardTitle}
          </h2>
          <div className={projectCardCss.cells}>
            {text.trim() ? null : <FollowsCard count={library.data.follows.length} />}
            {shown.map((one) => (
              <CollectionCard key={one.id} collection={one} />
            ))}
          </div>
          {collections?.length === 0 ? (
            <Empty className={cn(ui.card, ui.above12)} icon={FolderHeart} title={t.emptyDashboard} hint={t.emptyDashboardHint}>
              <Button onClick={() => onCreating(true)}>
                <FolderPlus className={ui.icon} aria-hidden />
                {t.create}
              </Button>
            </Empty>
          ) : text.trim() && shown.length === 0 ? (
            <Empty className={ui.card} icon={SearchX} title={t.noneFound}>
              <Button onClick={() => setText('')}>{t.clear}</Button>
            </Empty>
          ) : null}
        </section>
      ) : null}
      <CreateCollectionDialog open={creating} onOpenChange={onCreating} onCreated={({ id }) => onCreated(id)} />
    </>
  )
}
