import { homeText as t } from '@/lib/i18n/zh-Hans/home'
import { LiveFeed } from './live-feed'
import { SideList } from './side-list'

const SHOWN = 6

/** The column at the side. Its code comes after the first sight of the page. */
export default function HomeSide() {
  return (
    <>
      <LiveFeed />
      <SideList title={t.hotLanguages} index="downloads" type="language" limit={SHOWN} />
      <SideList title={t.newest} index="newest" limit={SHOWN} />
    </>
  )
}
