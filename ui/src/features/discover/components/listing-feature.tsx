import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { cn } from '@/lib/cn'
import { curatedQuery, type CuratedPlace } from '@/lib/curated'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'
import carouselCss from '@/components/ui/carousel.module.css'
import ui from '@/components/ui/ui.module.css'
import searchScreenCss from './search-screen.module.css'

const Carousel = lazy(() => import('@/components/ui/carousel').then((module) => ({ default: module.Carousel })))

/** The curated slides of a type, above its results. Their space is reserved until the answer is known. */
export function ListingFeature({ place }: { place: CuratedPlace }) {
  const curated = useQuery(curatedQuery(place))
  if (curated.isPending) return <Waiting />
  if (!curated.data || curated.data.length === 0) return null
  return (
    <Suspense fallback={<Waiting />}>
      <Carousel className={searchScreenCss.feature} slides={curated.data} label={t.curated} eager />
    </Suspense>
  )
}

function Waiting() {
  return (
    <div className={cn(carouselCss.root, ui.card, searchScreenCss.feature)} aria-busy>
      <div className={carouselCss.view} />
      <div className={carouselCss.caption} />
    </div>
  )
}
