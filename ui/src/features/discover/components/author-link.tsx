import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import type { SearchHit } from '@/lib/api/types'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'

/** The author of a hit: its organisation, otherwise a user. A hit of a repost team names the original author, and the team is behind the mark. */
export function AuthorLink({ hit, className }: { hit: SearchHit; className?: string }) {
  if (!hit.author) return null
  const team = (
    <PathLink
      className={className}
      to={hit.organization ? '/organization/$id/{-$kind}' : '/user/$id/{-$kind}'}
      params={{ id: hit.organization ?? hit.author }}
      prepares={false}
      title={hit.original ? hit.author : undefined}
    >
      {hit.original ? <Badge>{t.repost}</Badge> : hit.author}
    </PathLink>
  )
  return hit.original?.author ? (
    <>
      <span className={className}>{hit.original.author}</span> {team}
    </>
  ) : (
    team
  )
}
