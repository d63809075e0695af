import { Heart } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Pic } from '@/components/ui/pic'
import type { CollectionStatus } from '@/lib/api/types'
import { formatExact } from '@/lib/format'
import { collectionText as t } from '@/lib/i18n/zh-Hans/collection'
import { FOLLOWING } from '../api/queries'
import { StatusIcon } from './status-icon'

type CollectionCardProps = { collection: { id: string; name: string; description?: string | null; icon_url: string | null; status: CollectionStatus; projects: readonly string[] } }

/** A collection among others. */
export function CollectionCard({ collection: { id, name, description, icon_url, status, projects } }: CollectionCardProps) {
  return (
    <article className="cell card lift col-card">
      <div className="cell-h">
        <Pic src={icon_url} name={name} size={64} />
        <div className="grow">
          <h3 className="clip">
            <PathLink href={`/collection/${id}`}>{name}</PathLink>
          </h3>
          <p className="clip-2">{description}</p>
        </div>
      </div>
      <div className="meta">
        <span className="num">{t.countOf(formatExact(projects.length))}</span>
        <Badge tone={status === 'rejected' ? 'bad' : 'neutral'}>
          <StatusIcon status={status} />
          {t.statuses[status]}
        </Badge>
      </div>
    </article>
  )
}

/** What the account follows, as the first of its collections. */
export function FollowsCard({ count }: { count: number }) {
  return (
    <article className="cell card lift col-card">
      <div className="cell-h">
        <span className="pic pic-64 col-heart" aria-hidden>
          <Heart className="i i-fill" />
        </span>
        <div className="grow">
          <h3 className="clip">
            <PathLink href={`/collection/${FOLLOWING}`}>{t.followsName}</PathLink>
          </h3>
          <p className="clip-2">{t.followsLead}</p>
        </div>
      </div>
      <div className="meta">
        <span className="num">{t.countOf(formatExact(count))}</span>
        <Badge>
          <StatusIcon status="private" />
          {t.statuses.private}
        </Badge>
      </div>
    </article>
  )
}
