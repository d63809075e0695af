import { PathLink } from '@/components/layout/path-link'
import type { SearchHit } from '@/lib/api/types'

/** Who a hit is by: a team where there is one, else a person. */
export function AuthorLink({ hit, className }: { hit: SearchHit; className?: string }) {
  if (!hit.author) return null
  return (
    <PathLink
      className={className}
      to={hit.organization ? '/organization/$id/{-$kind}' : '/user/$id/{-$kind}'}
      params={{ id: hit.organization ?? hit.author }}
      prepares={false}
    >
      {hit.author}
    </PathLink>
  )
}
