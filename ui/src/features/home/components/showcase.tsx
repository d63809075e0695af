import { useQuery } from '@tanstack/react-query'
import { Carousel } from '@/components/ui/carousel'
import { Bone } from '@/components/ui/feedback'
import { cn } from '@/lib/cn'
import { curatedQuery } from '@/lib/curated'
import { homeText as t } from '@/lib/i18n/zh-Hans/home'
import { titles } from '@/lib/titles'
import { trendingQuery } from '../queries'
import carouselCss from '@/components/ui/carousel.module.css'
import ui from '@/components/ui/ui.module.css'

/** What the site puts forward; where nobody has chosen, the most downloaded project that has a picture. */
export function Showcase() {
  const curated = useQuery(curatedQuery('home'))
  const top = useQuery({ ...trendingQuery(), enabled: !curated.isPending && !curated.data?.length })
  if (curated.data && curated.data.length > 0) return <Carousel slides={curated.data} label={t.curated} eager />
  if (curated.isPending || top.isPending) return <Waiting />
  const hit = top.data?.hits.find((one) => one.featured_gallery ?? one.gallery[0])
  const image = hit?.featured_gallery ?? hit?.gallery[0]
  if (!hit || !image) return null
  return (
    <Carousel
      slides={[
        {
          image,
          title: titles(hit).title,
          description: hit.description,
          slug: `${hit.url_type}/${hit.slug || hit.project_id}`,
          icon: hit.icon_url,
          project: hit.project_id,
          color: hit.color,
        },
      ]}
      label={t.curated}
      eager
    />
  )
}

function Waiting() {
  return (
    <div className={cn(carouselCss.root, ui.card)} aria-busy>
      <div className={carouselCss.view} />
      <div className={carouselCss.caption}>
        <Bone w={40} h={40} />
        <div className={ui.grow}>
          <Bone w="40%" h={16} />
          <Bone className={ui.above8} w="70%" h={12} />
        </div>
        <span className={carouselCss.dots} />
      </div>
    </div>
  )
}
