import { homeText as t } from '@/lib/i18n/zh-Hans/home'
import { sideShown } from '@/lib/sizes.gen'
import { SideList } from './side-list'

/** Shaders to begin with, in the place of pictures that no project has. */
export default function Starters() {
  return <SideList title={t.hotShaders} index="downloads" type="shader" limit={sideShown} described />
}
