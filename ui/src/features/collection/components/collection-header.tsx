import { CalendarDays, ChevronRight, Copy, Ellipsis, Heart, Link2, Package, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Button, IconButton } from '@/components/ui/button'
import { Menu, MenuItem, MenuLine } from '@/components/ui/dropdown-menu'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import type { CollectionPage } from '@/lib/api/types'
import { copyText } from '@/lib/copy'
import { formatExact } from '@/lib/format'
import { collectionText as t } from '@/lib/i18n/zh-Hans/collection'
import { toast } from '@/stores/toasts'
import { StatusIcon } from './status-icon'

const EditDialog = lazy(() => import('./collection-dialogs').then((all) => ({ default: all.EditCollectionDialog })))
const DeleteDialog = lazy(() => import('./delete-dialog'))

/** What a collection is and whose, and what may be done with it. */
export function CollectionHeader({ page, mine, admin }: { page: CollectionPage; mine: boolean; admin: boolean }) {
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const name = page.following ? t.followsName : page.name
  const close = () => setOpen(undefined)
  return (
    <>
      <nav className="crumb" aria-label={t.collection}>
        {mine ? <PathLink href="/dashboard/collections">{t.collection}</PathLink> : <span>{t.collection}</span>}
        <ChevronRight className="i" aria-hidden />
        <span className="clip">{name}</span>
      </nav>
      <header className="proj">
        {page.following ? (
          <span className="pic pic-96 col-heart" aria-hidden>
            <Heart className="i i-fill" />
          </span>
        ) : (
          <Pic src={page.icon_url} name={page.name} size={96} eager />
        )}
        <div className="proj-body">
          <div className="proj-title">
            <h1>
              {name}
              <Badge tone={page.status === 'rejected' ? 'bad' : 'neutral'} className="proj-status">
                <StatusIcon status={page.status} />
                {t.statuses[page.status]}
              </Badge>
            </h1>
          </div>
          {page.following || page.description ? <p className="sum col-sum">{page.following ? t.followsLead : page.description}</p> : null}
          <Facts page={page} />
        </div>
        <div className="acts col-acts">
          {!page.following && (mine || admin) ? (
            <Button size="lg" kind="outline" onClick={() => setOpen('edit')}>
              <Pencil className="i" aria-hidden />
              {t.edit}
            </Button>
          ) : null}
          {page.following ? null : <More page={page} own={mine || admin} onDelete={() => setOpen('delete')} />}
        </div>
      </header>
      <Suspense>
        {open === 'edit' ? <EditDialog collection={page} open onOpenChange={close} /> : null}
        {open === 'delete' ? <DeleteDialog collection={page} onClose={close} /> : null}
      </Suspense>
    </>
  )
}

function Facts({ page }: { page: CollectionPage }) {
  return (
    <div className="proj-facts">
      <span>
        <Package className="i" aria-hidden />
        <b>{t.countOf(formatExact(page.projects.length))}</b>
      </span>
      {page.following ? null : page.user ? (
        <span>
          <Pic src={page.user.avatar_url} name={page.user.username} size={24} round />
          <span className="sr">{t.curator}</span>
          <PathLink className="link" href={`/user/${page.user.username}`}>
            {page.user.username}
          </PathLink>
        </span>
      ) : (
        <span>{t.goneCurator}</span>
      )}
      {page.created ? (
        <span>
          <CalendarDays className="i" aria-hidden />
          <Ago time={page.created} wrap={t.createdAt} />
        </span>
      ) : null}
      {page.updated && page.updated !== page.created ? (
        <span>
          <RefreshCw className="i" aria-hidden />
          <Ago time={page.updated} wrap={t.updatedAt} />
        </span>
      ) : null}
    </div>
  )
}

function More({ page, own, onDelete }: { page: CollectionPage; own: boolean; onDelete: () => void }) {
  const copy = (text: string, said: string) => {
    void copyText(text).then((done) => {
      if (done) toast(said, text)
    })
  }
  return (
    <Menu
      label={t.more}
      trigger={
        <IconButton label={t.more} size="lg">
          <Ellipsis className="i" aria-hidden />
        </IconButton>
      }
    >
      <MenuItem onSelect={() => copy(`${location.origin}/collection/${page.id}`, t.copiedLink)}>
        <Link2 className="i" aria-hidden />
        {t.copyLink}
      </MenuItem>
      <MenuItem onSelect={() => copy(page.id, t.copiedId)}>
        <Copy className="i" aria-hidden />
        {t.copyId}
      </MenuItem>
      {own ? (
        <>
          <MenuLine />
          <MenuItem danger onSelect={onDelete}>
            <Trash2 className="i" aria-hidden />
            {t.remove}
          </MenuItem>
        </>
      ) : null}
    </Menu>
  )
}
