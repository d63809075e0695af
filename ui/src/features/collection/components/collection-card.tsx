import { Heart } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Pic } from '@/components/ui/pic'
import type { CollectionStatus } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { collectionText as t } from '@/lib/i18n/zh-Hans/collection'
import { FOLLOWING } from '../api/queries'
import { StatusIcon } from './status-icon'
import picCss from '@/components/ui/pic.module.css'
import projectCardCss from '@/components/ui/project-card.module.css'
import sectionCss from '@/components/ui/section.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './collection-card.module.css'

type CollectionCardProps = {
  collection: {
    id: string
    name: string
    description?: string | null
    icon_url: string | null
    status: CollectionStatus
    projects: readonly string[]
  }
}

/** A collection in a list. */
export function CollectionCard({ collection: { id, name, description, icon_url, status, projects } }: CollectionCardProps) {
  return (
    <article className={cn(projectCardCss.cell, ui.card, ui.cardLift, ui.result, css.root)}>
      <div className={projectCardCss.cellHead}>
        <Pic src={icon_url} id={id} name={name} size={64} />
        <div className={ui.grow}>
          <h3 className={ui.clip}>
            <PathLink className={ui.resultLink} to="/collection/$id/{-$projectType}" params={{ id: id }}>
              {name}
            </PathLink>
          </h3>
          <p className={ui.clip2}>{description}</p>
        </div>
      </div>
      <div className={sectionCss.meta}>
        <span className={ui.tabular}>{t.countOf(formatExact(projects.length))}</span>
        <Badge tone={status === 'rejected' ? 'bad' : 'neutral'}>
          <StatusIcon status={status} />
          {t.statuses[status]}
        </Badge>
      </div>
    </article>
  )
}

/** The followed projects, shown as the account's first collection. */
export function FollowsCard({ count }: { count: number }) {
  return (
    <article className={cn(projectCardCss.cell, ui.card, ui.cardLift, ui.result, css.root)}>
      <div className={projectCardCss.cellHead}>
        <span className={cn(picCss.root, picCss.size64, css.heart)} aria-hidden>
          <Heart className={cn(ui.icon, ui.filled)} />
        </span>
        <div className={ui.grow}>
          <h3 className={ui.clip}>
            <PathLink className={ui.resultLink} to="/collection/$id/{-$projectType}" params={{ id: FOLLOWING }}>
              {t.followsName}
            </PathLink>
          </h3>
          <p className={ui.clip2}>{t.followsLead}</p>
        </div>
      </div>
      <div className={sectionCss.meta}>
        <span className={ui.tabular}>{t.countOf(formatExact(count))}</span>
        <Badge>
          <StatusIcon status="private" />
          {t.statuses.private}
        </Badge>
      </div>
    </article>
  )
}
