import { PathLink } from '@/components/layout/path-link'
import type { SearchHit } from '@/lib/api/types'

/** Who a hit is by: a team where there is one, else a person. */
export function AuthorLink({ hit, className }: { hit: SearchHit; className?: string }) {
  if (!hit.author) return null
  const href = hit.organization ? `/organization/${hit.organization}` : `/user/${encodeURIComponent(hit.author)}`
  return (
    <PathLink className={className} href={href} prepares={false}>
      {hit.author}
    </PathLink>
  )
}
