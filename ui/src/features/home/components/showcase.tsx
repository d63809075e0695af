import { lazy, Suspense } from 'react'
import { Carousel } from '@/components/ui/carousel'
import { Bone } from '@/components/ui/feedback'
import { cn } from '@/lib/cn'
import { homeText as t } from '@/lib/i18n/zh-Hans/home'
import { useShowcase } from '../use-showcase'
import carouselCss from '@/components/ui/carousel.module.css'
import ui from '@/components/ui/ui.module.css'

const Starters = lazy(() => import('./starters'))

/** What the site puts forward by its pictures; where there are none, shaders by their names. */
export function Showcase() {
  const slides = useShowcase()
  if (!slides) return <Waiting />
  if (slides.length > 0) return <Carousel slides={slides} label={t.curated} eager />
  return (
    <Suspense fallback={<Waiting />}>
      <Starters />
    </Suspense>
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
