import '@/styles/home.css'
import { homeText as t } from '@/lib/i18n/zh-Hans/home'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { usePageHead } from '@/lib/title'
import { Feature } from './feature'
import { Hero } from './hero'
import { HotProjects } from './hot-projects'
import { Kinds } from './kinds'
import { Pictures } from './pictures'
import { RecentlyUpdated } from './recently-updated'
import { SideList } from './side-list'

const SIDE = 6

export function HomeScreen() {
  usePageHead(siteText.homeTitle, { description: siteText.homeDescription })
  return (
    <>
      <section className="lead">
        <Hero />
        <Feature />
      </section>
      <Kinds />
      <div className="cols home">
        <div className="stack stack-24">
          <HotProjects />
          <Pictures />
          <RecentlyUpdated />
        </div>
        <div className="stack">
          <SideList title={t.newest} index="newest" limit={SIDE} />
          <SideList title={t.hotLanguages} index="downloads" type="language" limit={SIDE} />
        </div>
      </div>
    </>
  )
}
