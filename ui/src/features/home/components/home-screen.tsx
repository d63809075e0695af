import '@/styles/home.css'
import { lazy, Suspense } from 'react'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { usePageHead } from '@/lib/title'
import { Hero } from './hero'
import { HotProjects } from './hot-projects'
import { Kinds } from './kinds'
import { Showcase } from './showcase'

const HomeSide = lazy(() => import('./home-side'))
const HomeBelow = lazy(() => import('./home-below'))

export function HomeScreen() {
  usePageHead(siteText.homeTitle, { description: siteText.homeDescription })
  return (
    <>
      <section className="lead">
        <Hero />
        <Showcase />
      </section>
      <Kinds />
      <div className="cols home">
        <div className="stack stack-24">
          <HotProjects />
          <Suspense fallback={<div className="home-wait" />}>
            <HomeBelow />
          </Suspense>
        </div>
        <div className="stack">
          <Suspense fallback={['feed', 'list', 'list '].map((part) => <div key={part} className={`card home-wait-${part.trim()}`} />)}>
            <HomeSide />
          </Suspense>
        </div>
      </div>
    </>
  )
}
