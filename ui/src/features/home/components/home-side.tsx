import { homeText as t } from '@/lib/i18n/zh-Hans/home'
import { sideShown } from '@/lib/sizes.gen'
import { useShowcase } from '../use-showcase'
import { LiveFeed } from './live-feed'
import { SideList } from './side-list'
import { TalkList } from './talk-list'

/** The column at the side. Its code comes after the first sight of the page. */
export default function HomeSide() {
  const plain = useShowcase()?.length === 0
  return (
    <>
      <LiveFeed />
      <TalkList />
      <SideList title={t.hotLanguages} index="downloads" type="language" limit={sideShown} />
      <SideList title={t.newest} index="newest" limit={sideShown} />
      {/* In the place of the section that shows pictures. */}
      {plain ? <SideList title={t.hotPacks} index="downloads" type="resourcepack" limit={sideShown} /> : null}
    </>
  )
}
