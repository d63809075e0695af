import { CalendarDays, ChevronRight, Copy, Ellipsis, Flag, Heart, Link2, Package, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Button, IconButton } from '@/components/ui/button'
import { Menu, MenuItem, MenuLine } from '@/components/ui/dropdown-menu'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import { hrefOf, type Address } from '@/lib/address'
import type { CollectionPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { copyText } from '@/lib/copy'
import { formatExact } from '@/lib/format'
import { collectionText as t } from '@/lib/i18n/zh-Hans/collection'
import { signIn } from '@/lib/links'
import { useSession } from '@/lib/session'
import { toast } from '@/stores/toasts'
import { StatusIcon } from './status-icon'
import picCss from '@/components/ui/pic.module.css'
import subjectCss from '@/components/ui/subject.module.css'
import ui from '@/components/ui/ui.module.css'
import collectionCardCss from './collection-card.module.css'
import css from './collection-header.module.css'

const EditDialog = lazy(() => import('./collection-dialogs').then((all) => ({ default: all.EditCollectionDialog })))
const DeleteDialog = lazy(() => import('./delete-dialog'))

/** Name, owner and actions of a collection. */
export function CollectionHeader({ page, mine, admin }: { page: CollectionPage; mine: boolean; admin: boolean }) {
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const name = page.following ? t.followsName : page.name
  const close = () => setOpen(undefined)
  return (
    <>
      <nav className={subjectCss.crumb} aria-label={t.collection}>
        {mine ? <PathLink to="/dashboard/collections">{t.collection}</PathLink> : <span>{t.collection}</span>}
        <ChevronRight className={ui.icon} aria-hidden />
        <span className={ui.clip}>{name}</span>
      </nav>
      <header className={subjectCss.root}>
        {page.following ? (
          <span className={cn(picCss.root, picCss.size96, collectionCardCss.heart)} aria-hidden>
            <Heart className={cn(ui.icon, ui.filled)} />
          </span>
        ) : (
          <Pic src={page.icon_url} id={page.id} name={page.name} size={96} eager />
        )}
        <div className={subjectCss.body}>
          <div className={subjectCss.title}>
            <h1>
              {name}
              <Badge tone={page.status === 'rejected' ? 'bad' : 'neutral'} className={subjectCss.status}>
                <StatusIcon status={page.status} />
                {t.statuses[page.status]}
              </Badge>
            </h1>
          </div>
          {page.following || page.description ? (
            <p className={cn(subjectCss.summary, css.summary)}>{page.following ? t.followsLead : page.description}</p>
          ) : null}
          <Facts page={page} />
        </div>
        <div className={cn(subjectCss.actions, css.actions)}>
          {!page.following && (mine || admin) ? (
            <Button size="lg" kind="outline" onClick={() => setOpen('edit')}>
              <Pencil className={ui.icon} aria-hidden />
              {t.edit}
            </Button>
          ) : null}
          {page.following ? null : <More page={page} own={mine || admin} reportable={!mine} onDelete={() => setOpen('delete')} />}
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
    <div className={subjectCss.facts}>
      <span>
        <Package className={ui.icon} aria-hidden />
        <b>{t.countOf(formatExact(page.projects.length))}</b>
      </span>
      {page.following ? null : page.user ? (
        <span>
          <Pic src={page.user.avatar_url} name={page.user.username} size={24} round />
          <span className={ui.visuallyHidden}>{t.curator}</span>
          <PathLink className={ui.link} to="/user/$id/{-$kind}" params={{ id: page.user.username }}>
            {page.user.username}
          </PathLink>
        </span>
      ) : (
        <span>{t.goneCurator}</span>
      )}
      {page.created ? (
        <span>
          <CalendarDays className={ui.icon} aria-hidden />
          <Ago time={page.created} wrap={t.createdAt} />
        </span>
      ) : null}
      {page.updated && page.updated !== page.created ? (
        <span>
          <RefreshCw className={ui.icon} aria-hidden />
          <Ago time={page.updated} wrap={t.updatedAt} />
        </span>
      ) : null}
    </div>
  )
}

type MoreProps = { page: CollectionPage; own: boolean; reportable: boolean; onDelete: () => void }

function More({ page, own, reportable, onDelete }: MoreProps) {
  const viewer = useSession()
  const report = { to: '/report', search: { itemType: 'collection', itemId: page.id } } as const satisfies Address
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
          <Ellipsis className={ui.icon} aria-hidden />
        </IconButton>
      }
    >
      <MenuItem onSelect={() => copy(`${location.origin}/collection/${page.id}`, t.copiedLink)}>
        <Link2 className={ui.icon} aria-hidden />
        {t.copyLink}
      </MenuItem>
      <MenuItem onSelect={() => copy(page.id, t.copiedId)}>
        <Copy className={ui.icon} aria-hidden />
        {t.copyId}
      </MenuItem>
      {reportable ? (
        <MenuItem asChild>
          <PathLink {...(viewer ? report : signIn(hrefOf(report)))}>
            <Flag className={ui.icon} aria-hidden />
            {t.report}
          </PathLink>
        </MenuItem>
      ) : null}
      {own ? (
        <>
          <MenuLine />
          <MenuItem danger onSelect={onDelete}>
            <Trash2 className={ui.icon} aria-hidden />
            {t.remove}
          </MenuItem>
        </>
      ) : null}
    </Menu>
  )
}
