import { useQuery } from '@tanstack/react-query'
import type { Slide } from '@/components/ui/carousel'
import { curatedQuery } from '@/lib/curated'
import { titles } from '@/lib/titles'
import { trendingQuery } from './queries'

/**
 * What the site puts forward; where nobody has chosen, the most downloaded project that has a picture. Undefined until it
 * is known, empty where no project has a picture.
 */
export function useShowcase(): readonly Slide[] | undefined {
  const curated = useQuery(curatedQuery('home'))
  const top = useQuery({ ...trendingQuery(), enabled: !curated.isPending && !curated.data?.length })
  if (curated.data && curated.data.length > 0) return curated.data
  if (curated.isPending || top.isPending) return undefined
  for (const hit of top.data?.hits ?? []) {
    const image = hit.featured_gallery ?? hit.gallery[0]
    if (!image) continue
    const slug = `${hit.url_type}/${hit.slug || hit.project_id}`
    const { title } = titles(hit)
    return [{ image, title, description: hit.description, slug, icon: hit.icon_url, project: hit.project_id, color: hit.color }]
  }
  return []
}
