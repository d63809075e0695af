import { useQuery } from '@tanstack/react-query'
import { Carousel } from '@/components/ui/carousel'
import { curatedQuery, type CuratedPlace } from '@/lib/curated'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'
import { FeatureBones } from './feature-bones'
import searchScreenCss from './search-screen.module.css'

/** The curated slides of a type, above its results. Their space is reserved until the answer is known. */
export default function ListingFeature({ place }: { place: CuratedPlace }) {
  const curated = useQuery(curatedQuery(place))
  if (curated.isPending) return <FeatureBones />
  if (!curated.data || curated.data.length === 0) return null
  return <Carousel className={searchScreenCss.feature} slides={curated.data} label={t.curated} eager />
}
