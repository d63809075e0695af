import { cn } from '@/lib/cn'
import carouselCss from '@/components/ui/carousel.module.css'
import ui from '@/components/ui/ui.module.css'
import searchScreenCss from './search-screen.module.css'

/** The reserved space of the curated slides. */
export function FeatureBones() {
  return (
    <div className={cn(carouselCss.root, ui.card, searchScreenCss.feature)} aria-busy>
      <div className={carouselCss.view} />
      <div className={carouselCss.caption} />
    </div>
  )
}
