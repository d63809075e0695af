import { useQuery } from '@tanstack/react-query'
import { Carousel } from '@/components/ui/carousel'
import { Bone } from '@/components/ui/feedback'
import { curatedQuery } from '@/lib/curated'
import { homeText as t } from '@/lib/i18n/zh-Hans/home'
import { titles } from '@/lib/titles'
import { HOT_SHOWN, topQuery } from '../queries'

/** What the site puts forward; where nobody has chosen, the most downloaded project that has a picture. */
export function Showcase() {
  const curated = useQuery(curatedQuery('home'))
  const top = useQuery({ ...topQuery('downloads', HOT_SHOWN), enabled: !curated.isPending && !curated.data?.length })
  if (curated.data && curated.data.length > 0) return <Carousel slides={curated.data} label={t.curated} eager />
  if (curated.isPending || top.isPending) return <Waiting />
  const hit = top.data?.hits.find((one) => one.featured_gallery ?? one.gallery[0])
  const image = hit?.featured_gallery ?? hit?.gallery[0]
  if (!hit || !image) return null
  return <Carousel slides={[{ image, title: titles(hit).title, description: hit.description, slug: `${hit.url_type}/${hit.slug || hit.project_id}`, icon: hit.icon_url }]} label={t.curated} eager />
}

function Waiting() {
  return (
    <div className="feature card" aria-busy>
      <div className="view" />
      <div className="cap">
        <Bone w={40} h={40} />
        <div className="grow">
          <Bone w="40%" h={16} />
          <Bone className="mt-2" w="70%" h={12} />
        </div>
        <span className="dots" />
      </div>
    </div>
  )
}
