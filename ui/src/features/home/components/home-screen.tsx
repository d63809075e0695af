import { lazy, Suspense } from 'react'
import { cn } from '@/lib/cn'
import { Hero } from './hero'
import { HotProjects } from './hot-projects'
import { Kinds } from './kinds'
import { Showcase } from './showcase'
import ui from '@/components/ui/ui.module.css'
import css from './home-screen.module.css'

const HomeSide = lazy(() => import('./home-side'))
const HomeBelow = lazy(() => import('./home-below'))

export function HomeScreen() {
  return (
    <>
      <section className={css.lead}>
        <Hero />
        <Showcase />
      </section>
      <Kinds />
      <div className={cn(ui.cols, css.root)}>
        <div className={cn(ui.stack, ui.stack24)}>
          <HotProjects />
          <Suspense fallback={<div className={css.wait} />}>
            <HomeBelow />
          </Suspense>
        </div>
        <div className={ui.stack}>
          <Suspense
            fallback={['feed', 'list', 'list ', 'list  '].map((part) => (
              <div key={part} className={cn(ui.card, css[`wait-${part.trim()}`])} />
            ))}
          >
            <HomeSide />
          </Suspense>
        </div>
      </div>
    </>
  )
}
